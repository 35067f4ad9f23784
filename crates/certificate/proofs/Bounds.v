(** Lower bounds of solutions by sets of states: layers, exhaustion, two balls, and costs.

    [layers_sound], [exhaustion_sound]: no state within so many moves, or at all, is a goal.
    [balls_sound]: the balls around the start and around the goals have no common state.
    [costs_sound]: Dijkstra's algorithm generates no goal at a cost below N. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Puzzle Tesuji.Layers.
Import ListNotations.

Section Bounds.
Context {Z : puzzle}.
Implicit Types (s t : state Z).

Definition next s : list (state Z) := map snd (moves s).

(** Moves cost 1 or more, so that a solution costs no less than it has moves. *)
Definition moves_cost : Prop := forall s k t, In (k, t) (moves s) -> 1 <= k.

Definition moves_at_least N s : Prop := forall n c, solution s n c -> N <= n.

Lemma moves_bound_costs N s : moves_cost -> moves_at_least N s -> cost_at_least N s.
Proof.
  intros C M n c W. apply Nat.le_trans with n; [now apply M with c|].
  destruct W as (t & W & _). induction W as [s|s k t n c u I W IH]; [lia|].
  assert (n <= c).
  { clear - W C. induction W as [s|s k t n c u I W IH]; [lia|]. specialize (C _ _ _ I). lia. }
  specialize (C _ _ _ I). lia.
Qed.

Lemma reach_way A m s n c t : reach _ next A m s -> way s n c t -> reach _ next A (m + n) t.
Proof.
  intros R W. revert m R. induction W as [s|s k t n c u I _ IH]; intros m R.
  - now rewrite Nat.add_0_r.
  - rewrite Nat.add_succ_r, <- Nat.add_succ_l. apply IH. apply reach_move with s; [trivial|].
    apply in_map_iff. now exists (k, t).
Qed.

Lemma start_reach s n c t : way s n c t -> reach _ next [s] n t.
Proof. intros W. apply (reach_way [s] 0 s n c t); [constructor; now left|trivial]. Qed.

Notation grow := (grow _ state_dec next).
Notation grown := (grown _ state_dec next).

(** * Layers and exhaustion *)

Definition is_last (length : option nat) (k : nat) : bool :=
  match length with Some N => N <=? k + 1 | None => false end.

(** The loop of [no_goal_before] in puzzle.rs, where the ball has the radius k. *)
Fixpoint explore (fuel : nat) (length : option nat) (k : nat) (b : ball (state Z)) : bool :=
  negb (existsb is_goal (snd b))
  && match snd b with
     | [] => true
     | _ =>
         is_last length k
         || match fuel with
            | 0 => false
            | S fuel => explore fuel length (k + 1) (grow b)
            end
     end.

Definition no_goal_before fuel (length : option nat) s : bool :=
  match length with Some 0 => true | _ => explore fuel length 0 ([s], [s]) end.

Lemma explore_sound fuel length s : forall k,
  explore fuel length k (grown k [s]) = true ->
  (forall t, In t (fst (grown k [s])) -> In t (snd (grown k [s])) \/ is_goal t = false) ->
  forall n t, reach _ next [s] n t -> (forall N, length = Some N -> n < N) -> is_goal t = false.
Proof.
  induction fuel as [|fuel IH]; intros k E Old n t R L; simpl in E;
    apply andb_true_iff in E as [G E]; apply negb_true_iff in G;
    assert (None : forall u, In u (fst (grown k [s])) -> is_goal u = false)
      by (intros u [I|F]%Old; [|trivial]; destruct (is_goal u) eqn:F; [|trivial];
          rewrite <- G; symmetry; apply existsb_exists; now exists u);
    destruct (grown_sound _ state_dec next [s] k) as (A & B & _);
    assert (Last : forall N, length = Some N -> N <= k + 1 -> is_goal t = false)
      by (intros N Q H; apply None, A; exists n; split; [specialize (L N Q); lia|trivial]);
    destruct (snd (grown k [s])) as [|x rim] eqn:Rim.
  1, 3: apply None, A; destruct (complete _ state_dec next [s] k Rim t n R) as (m & M & R');
    exists m; split; [lia|trivial].
  - rewrite orb_false_r in E. unfold is_last in E. destruct length as [N|]; [|easy].
    apply (Last N); [trivial|]. now apply Nat.leb_le.
  - apply orb_true_iff in E as [E|E].
    + unfold is_last in E. destruct length as [N|]; [|easy].
      apply (Last N); [trivial|]. now apply Nat.leb_le.
    + rewrite Nat.add_1_r in E. apply (IH (S k) E) with n; [|trivial..].
      intros u I. simpl in I |- *. unfold Layers.grow in *.
      destruct (add_spec _ state_dec next (flat_map next (snd (grown k [s]))) (fst (grown k [s])) [])
        as (P & Q & _). apply P in I as [I|I]; [right; auto|].
      destruct (in_dec state_dec u (fst (grown k [s]))) as [J|J]; [right; auto|].
      left. apply Q. now right.
Qed.

Theorem layers_sound fuel N s : no_goal_before fuel (Some N) s = true -> moves_at_least N s.
Proof.
  intros H n c (t & W & G). apply start_reach in W. destruct (le_lt_dec N n) as [|L]; [trivial|].
  destruct N as [|N]; [lia|]. simpl in H.
  pose proof (explore_sound fuel (Some (S N)) s 0 H) as E.
  rewrite (E (fun t I => or_introl I) n t W) in G; [easy|]. intros M [= <-]. trivial.
Qed.

Theorem exhaustion_sound fuel s : no_goal_before fuel None s = true -> unsolvable s.
Proof.
  intros H n c (t & W & G). apply start_reach in W.
  pose proof (explore_sound fuel None s 0 H) as E.
  rewrite (E (fun t I => or_introl I) n t W) in G; easy.
Qed.

(** * Two balls *)

(** What is trusted: all goals are listed, and each move is reversed by a move. *)
Definition goals_are (goals : list (state Z)) : Prop := forall t, is_goal t = true -> In t goals.
Definition reversible : Prop := forall s t, In t (next s) -> In s (next t).

Definition apart (l : list (state Z)) (inside : list (state Z)) : bool :=
  forallb (fun t => negb (mem _ state_dec t inside)) l.

(** The loop of [balls_apart], which grows the one of the balls that it chooses. *)
Fixpoint balls (choose : ball (state Z) -> ball (state Z) -> bool) (more : nat)
    (near far : ball (state Z)) : bool :=
  match more with
  | 0 => true
  | S more =>
      if choose near far then
        let near := grow near in
        apart (snd near) (fst far)
        && match snd near with [] => true | _ => balls choose more near far end
      else
        let far := grow far in
        apart (snd far) (fst near)
        && match snd far with [] => true | _ => balls choose more near far end
  end.

Definition balls_apart choose N s goals : bool :=
  match N with
  | 0 => true
  | S more => negb (mem _ state_dec s goals) && balls choose more ([s], [s]) (goals, goals)
  end.

Lemma way_split s n c u : way s n c u -> forall i, i <= n ->
  exists t d e, way s i d t /\ way t (n - i) e u.
Proof.
  induction 1 as [s|s k t n c u I W IH]; intros i L.
  - replace i with 0 by lia. exists s, 0, 0. split; constructor.
  - destruct i as [|i]; [exists s, 0, (k + c); split; [constructor|now apply way_move with t]|].
    destruct (IH i) as (v & d & e & A & B); [lia|]. exists v, (k + d), e.
    split; [now apply way_move with t|trivial].
Qed.

Lemma reverse goals s n c u : reversible -> way s n c u -> In u goals -> reach _ next goals n s.
Proof.
  intros R. induction 1 as [s|s k t n c u I _ IH]; intros G; [now constructor|].
  apply reach_move with t; [auto|]. apply R, in_map_iff. now exists (k, t).
Qed.

Lemma balls_meet s goals i j : reversible -> goals_are goals ->
  (forall t, In t (fst (grown i [s])) -> ~ In t (fst (grown j goals))) ->
  forall n c, solution s n c -> i + j < n.
Proof.
  intros Rev Goals D n c (u & W & G). destruct (le_lt_dec n (i + j)) as [L|]; [exfalso|trivial].
  destruct (way_split _ _ _ _ W (min i n)) as (t & d & e & A & B); [lia|].
  apply (D t).
  - apply (grown_sound _ state_dec next [s] i). exists (min i n).
    split; [lia|now apply start_reach with d].
  - apply (grown_sound _ state_dec next goals j). exists (n - min i n). split; [lia|].
    apply reverse with e u; auto.
Qed.

Lemma grow_apart b inside : (forall t, In t (fst b) -> ~ In t inside) ->
  apart (snd (grow b)) inside = true -> forall t, In t (fst (grow b)) -> ~ In t inside.
Proof.
  intros D A t I. unfold Layers.grow in *.
  destruct (add_spec _ state_dec next (flat_map next (snd b)) (fst b) []) as (P & Q & _).
  destruct (in_dec state_dec t (fst b)) as [J|J]; [now apply D|].
  apply P in I as [I|I]; [now apply D|]. unfold apart in A. rewrite forallb_forall in A.
  apply mem_false with (dec := state_dec), negb_true_iff, A, Q. now right.
Qed.

Theorem balls_sound choose N s goals : reversible -> goals_are goals ->
  balls_apart choose N s goals = true -> moves_at_least N s.
Proof.
  intros Rev Goals H n c W. destruct N as [|more]; [lia|]. simpl in H.
  apply andb_true_iff in H as [M H]. apply negb_true_iff, mem_false in M.
  assert (D : forall t, In t (fst (grown 0 [s])) -> ~ In t (fst (grown 0 goals)))
    by (intros t [<-|[]]; trivial).
  change ([s], [s]) with (grown 0 [s]) in H. change (goals, goals) with (grown 0 goals) in H.
  replace (S more) with (0 + 0 + S more) by lia. revert D H. generalize 0 at 1 3 5 as i.
  generalize 0 as j. clear M.
  induction more as [|more IH]; intros j i D H.
  { pose proof (balls_meet s goals i j Rev Goals D n c W). lia. }
  simpl in H. destruct (choose _ _); apply andb_true_iff in H as [A H].
  - assert (D' : forall t, In t (fst (grown (S i) [s])) -> ~ In t (fst (grown j goals)))
      by (now apply grow_apart).
    change (grow (grown i [s])) with (grown (S i) [s]) in *.
    destruct (snd (grown (S i) [s])) as [|x rim] eqn:E.
    + exfalso. destruct W as (u & W & G).
      destruct (complete _ state_dec next [s] (S i) E u n (start_reach _ _ _ _ W)) as (m & L & R).
      apply (D' u).
      * apply (grown_sound _ state_dec next [s] (S i)). exists m. split; [lia|trivial].
      * apply (grown_sound _ state_dec next goals j). exists 0.
        split; [lia|constructor; now apply Goals].
    + specialize (IH j (S i) D' H). lia.
  - assert (D' : forall t, In t (fst (grown i [s])) -> ~ In t (fst (grown (S j) goals))).
    { intros t I J. revert I. apply (grow_apart (grown j goals)); trivial.
      intros u J' I'. now apply (D u). }
    change (grow (grown j goals)) with (grown (S j) goals) in *.
    destruct (snd (grown (S j) goals)) as [|x rim] eqn:E.
    + exfalso. destruct W as (u & W & G).
      destruct (complete _ state_dec next goals (S j) E s n) as (m & L & R).
      { apply reverse with c u; auto. }
      apply (D' s).
      * apply (grown_sound _ state_dec next [s] i). exists 0.
        split; [lia|constructor; now left].
      * apply (grown_sound _ state_dec next goals (S j)). exists m. split; [lia|trivial].
    + specialize (IH (S j) i D' H). lia.
Qed.

(** * Costs *)

(** Takes out a state of least cost. *)
Fixpoint pop (waiting : list (nat * state Z)) : option (nat * state Z * list (nat * state Z)) :=
  match waiting with
  | [] => None
  | x :: waiting =>
      match pop waiting with
      | None => Some (x, [])
      | Some (y, others) =>
          if fst x <=? fst y then Some (x, y :: others) else Some (y, x :: others)
      end
  end.

Definition expanded_at (expanded : list (nat * state Z)) t : bool := mem _ state_dec t (map snd expanded).

(** The loop of [no_goal_below]. The costs of the expanded states are kept for the proof only. *)
Fixpoint dijkstra (fuel bound : nat) (waiting expanded : list (nat * state Z)) : bool :=
  match pop waiting with
  | None => true
  | Some ((c, s), waiting) =>
      match fuel with
      | 0 => false
      | S fuel =>
          if expanded_at expanded s then dijkstra fuel bound waiting expanded
          else
            negb (is_goal s)
            && let expanded := (c, s) :: expanded in
               let cheap m := (fst m + c <? bound) && negb (expanded_at expanded (snd m)) in
               let found := map (fun m => (fst m + c, snd m)) (filter cheap (moves s)) in
               dijkstra fuel bound (found ++ waiting) expanded
      end
  end.

Definition no_goal_below fuel bound s : bool :=
  if bound =? 0 then true else dijkstra fuel bound [(0, s)] [].

Lemma pop_spec waiting x others : pop waiting = Some (x, others) ->
  (forall y, In y waiting <-> y = x \/ In y others) /\ forall y, In y others -> fst x <= fst y.
Proof.
  revert x others; induction waiting as [|w waiting IH]; intros x others; simpl; [easy|].
  destruct (pop waiting) as [[y rest]|] eqn:E.
  - destruct (IH y rest eq_refl) as [A B].
    destruct (fst w <=? fst y) eqn:L; intros [= <- <-]; simpl.
    + apply Nat.leb_le in L. split.
      * intros z. rewrite A. intuition.
      * intros z [<-|I]; [trivial|]. specialize (B z I). lia.
    + apply Nat.leb_gt in L. split.
      * intros z. rewrite A. intuition.
      * intros z [<-|I]; [lia|auto].
  - intros [= <- <-]. destruct waiting as [|v waiting]; [|simpl in E; destruct (pop waiting) as [[]|];
      [destruct (fst v <=? fst p)|]; discriminate].
    simpl. split; [intuition|intros ? []].
Qed.

Lemma pop_none waiting : pop waiting = None -> waiting = [].
Proof.
  destruct waiting as [|x l]; [trivial|]. simpl. destruct (pop l) as [[y o]|]; [|easy].
  destruct (fst x <=? fst y); easy.
Qed.

Lemma expanded_at_true expanded t : expanded_at expanded t = true <-> exists c, In (c, t) expanded.
Proof.
  unfold expanded_at. rewrite mem_true, in_map_iff. split.
  - intros ([c u] & <- & I). now exists c.
  - intros (c & I). now exists (c, t).
Qed.

Definition known (expanded waiting : list (nat * state Z)) c t : Prop :=
  exists d, d <= c /\ (In (d, t) expanded \/ In (d, t) waiting).

Lemma dijkstra_sound fuel bound start : forall waiting expanded,
  dijkstra fuel bound waiting expanded = true ->
  known expanded waiting 0 start ->
  (forall c s k t, In (c, s) expanded -> In (k, t) (moves s) -> k + c < bound ->
     known expanded waiting (k + c) t) ->
  (forall c s, In (c, s) expanded -> is_goal s = false) ->
  (forall c s d t, In (c, s) expanded -> In (d, t) waiting -> c <= d) ->
  exists closed : nat -> state Z -> Prop,
    (exists d, d <= 0 /\ closed d start)
    /\ (forall c s, closed c s -> is_goal s = false)
    /\ forall c s k t, closed c s -> In (k, t) (moves s) -> k + c < bound ->
         exists d, d <= k + c /\ closed d t.
Proof.
  induction fuel as [|fuel IH]; intros waiting expanded D Start Moves Goals Order; simpl in D;
    destruct (pop waiting) as [[[c s] others]|] eqn:P; try discriminate D.
  1, 3: apply pop_none in P as ->; exists (fun c s => In (c, s) expanded); repeat split; trivial;
    [destruct Start as (d & L & [I|[]]); now exists d|];
    intros c s k t I J L; destruct (Moves c s k t I J L) as (d & M & [K|[]]); now exists d.
  destruct (pop_spec _ _ _ P) as [In' Least]. destruct (expanded_at expanded s) eqn:E.
  - apply expanded_at_true in E as (e & E).
    assert (e <= c) by (apply (Order e s c s E), In'; now left).
    assert (Known : forall d t, known expanded waiting d t -> known expanded others d t).
    { intros d t (d' & L & [I|I]); [exists d'; auto|]. apply In' in I as [[= -> ->]|I].
      - exists e. split; [lia|now left].
      - exists d'. auto. }
    apply (IH others expanded D); auto.
    + intros; apply Known; eauto.
    + intros c' s' d t I J. apply (Order c' s' d t I), In'. now right.
  - apply andb_true_iff in D as [G D]. apply negb_true_iff in G.
    cbv zeta in D. match type of D with dijkstra _ _ (?f ++ _) _ = _ => set (found := f) in D end.
    assert (Known : forall d t, known expanded waiting d t ->
      known ((c, s) :: expanded) (found ++ others) d t).
    { intros d t (d' & L & [I|I]); exists d'; (split; [trivial|]); [left; now right|].
      apply In' in I as [[= -> ->]|I]; [left; now left|right]. apply in_or_app. now right. }
    apply (IH _ _ D); auto.
    + intros d u k t [[= <- <-]|I] J L; [|apply Known; eauto].
      destruct (expanded_at ((c, s) :: expanded) t) eqn:X.
      * apply expanded_at_true in X as (d & [[= <- <-]|X]).
        -- exists c. split; [lia|left; now left].
        -- exists d. split; [|left; now right].
           assert (d <= c) by (apply (Order d t c s X), In'; now left). lia.
      * exists (k + c). split; [lia|]. right. apply in_or_app. left. apply in_map_iff.
        exists (k, t). split; [trivial|]. apply filter_In. split; [trivial|].
        simpl fst. simpl snd. rewrite X. simpl. now apply andb_true_iff; split; [apply Nat.ltb_lt|].
    + intros d u [[= <- <-]|I]; [trivial|now apply Goals with d].
    + intros d u d' t [[= <- <-]|I] J; apply in_app_or in J as [J|J].
      * apply in_map_iff in J as ([k v] & [= <- <-] & _). simpl. lia.
      * exact (Least _ J).
      * apply in_map_iff in J as ([k v] & [= <- <-] & _). simpl.
        assert (d <= c) by (apply (Order d u c s I), In'; now left). lia.
      * apply (Order d u d' t I), In'. now right.
Qed.

Theorem costs_sound fuel bound s : no_goal_below fuel bound s = true -> cost_at_least bound s.
Proof.
  unfold no_goal_below. destruct (bound =? 0) eqn:B; [apply Nat.eqb_eq in B as ->; intros _ n c _; lia|].
  intros D n c (u & W & G). destruct (le_lt_dec bound c) as [|L]; [trivial|exfalso].
  destruct (dijkstra_sound fuel bound s _ _ D) as (closed & Start & Goals & Moves).
  - exists 0. split; [trivial|right; now left].
  - intros ? ? ? ? [].
  - intros ? ? [].
  - intros ? ? ? ? [].
  - assert (H : forall d e, d <= e -> e + c < bound -> closed d s -> False).
    { clear Start D L. induction W as [s|s k t n c u I W IH]; intros d e M N C.
      - rewrite (Goals _ _ C) in G. discriminate.
      - destruct (Moves d s k t C I) as (d' & L' & C'); [lia|].
        apply (IH G d' (k + e)); [lia|lia|trivial]. }
    destruct Start as (d & Z' & C). apply (H d 0); [trivial|lia|trivial].
Qed.

End Bounds.
