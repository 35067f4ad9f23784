(** Lower bounds of solutions by sets of states: layers, exhaustion, two balls, and costs.

    [balls_sound]: the balls around the start and around the goals have no common state.
    [costs_sound]: Dijkstra's algorithm generates no goal at a cost below N.
    [layers_sound], [exhaustion_sound]: nor one within so many moves, or at all, if moves count 1. *)

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

(** * Two balls *)

(** What is trusted: all goals are listed, and each move is reversed by a move. *)
Definition goals_are (goals : list (state Z)) : Prop := forall t, is_goal t = true -> In t goals.
Definition reversible : Prop := forall s t, In t (next s) -> In s (next t).

Definition apart (l : list (state Z)) (inside : list (state Z)) : bool :=
  forallb (fun t => negb (mem _ state_dec t inside)) l.

(** The loop of [Space::balls_apart], which grows the one of the balls that it chooses. *)
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

(** What is below a bound; [None] is no bound. *)
Definition within (bound : option nat) (c : nat) : bool :=
  match bound with Some N => c <? N | None => true end.

Lemma within_less bound c d : within bound d = true -> c <= d -> within bound c = true.
Proof. destruct bound as [N|]; simpl; [rewrite !Nat.ltb_lt; lia|trivial]. Qed.

(** The states to look at, each by the cost of a way to it, and the least cost that is known of each. *)
Definition to_look : Type := list (nat * state Z) * (state Z -> option nat).

Definition learn (known : state Z -> option nat) t c : state Z -> option nat :=
  fun u => if state_dec u t then Some c else known u.

(** The moves of a state of cost c. *)
Fixpoint expand bound (c : nat) (ms : list (nat * state Z)) (l : to_look) : to_look :=
  match ms with
  | [] => l
  | (k, t) :: ms =>
      let better := match snd l t with Some d => k + c <? d | None => true end in
      expand bound c ms
        (if within bound (k + c) && better then ((k + c, t) :: fst l, learn (snd l) t (k + c)) else l)
  end.

(** Any order of the states: the checker takes one of least cost first. *)
Variable pick : list (nat * state Z) -> list (nat * state Z).
Hypothesis picked : forall l x, In x (pick l) <-> In x l.

(** The loop of [Space::no_goal_below]. A move costs 1 or more. *)
Fixpoint dijkstra (fuel : nat) bound (l : to_look) : bool :=
  match pick (fst l), fuel with
  | [], _ => true
  | _, 0 => false
  | (c, s) :: waiting, S fuel =>
      if match snd l s with Some d => d =? c | None => false end then
        negb (is_goal s)
        && dijkstra fuel bound
             (expand bound c (if within bound (c + 1) then moves s else []) (waiting, snd l))
      else dijkstra fuel bound (waiting, snd l)
  end.

Definition no_goal_below fuel bound s : bool :=
  if within bound 0 then dijkstra fuel bound ([(0, s)], learn (fun _ => None) s 0) else true.

(** Costs only become less. *)
Definition improves (known known' : state Z -> option nat) : Prop :=
  forall t d, known t = Some d -> exists e, e <= d /\ known' t = Some e.

(** What is known is waiting, or is no goal and all that its moves lead to is known. *)
Definition explored bound (l : to_look) : Prop := forall s c, snd l s = Some c ->
  In (c, s) (fst l)
  \/ (is_goal s = false
      /\ forall k t, In (k, t) (moves s) -> within bound (k + c) = true ->
           exists d, d <= k + c /\ snd l t = Some d).

Lemma expand_spec bound c ms : forall l, let l' := expand bound c ms l in
  improves (snd l) (snd l')
  /\ incl (fst l) (fst l')
  /\ (forall t d, snd l' t = Some d -> snd l t = Some d \/ In (d, t) (fst l'))
  /\ forall k t, In (k, t) ms -> within bound (k + c) = true ->
       exists d, d <= k + c /\ snd l' t = Some d.
Proof.
  induction ms as [|[k t] ms IH]; intros l; simpl.
  { split; [intros t d; now exists d|]. split; [now intros x|]. split; [auto|intros ? ? []]. }
  set (l1 := if within bound (k + c) && _ then _ else l).
  destruct (IH l1) as (A & B & C & D).
  assert (L1 : improves (snd l) (snd l1) /\ incl (fst l) (fst l1)
    /\ (forall u d, snd l1 u = Some d -> snd l u = Some d \/ In (d, u) (fst l1))
    /\ (within bound (k + c) = true -> exists d, d <= k + c /\ snd l1 t = Some d)).
  { unfold l1, learn. destruct (within bound (k + c)); simpl.
    - destruct (snd l t) as [d|] eqn:K; [destruct (k + c <? d) eqn:L|]; simpl.
      + apply Nat.ltb_lt in L. split.
        * intros u e E. destruct (state_dec u t) as [->|]; [|now exists e]. exists (k + c). split; [|trivial].
          replace e with d by congruence. lia.
        * split; [intros x; now right|]. split; [|intros _; exists (k + c); now destruct (state_dec t t)].
          intros u e. destruct (state_dec u t) as [->|]; [|now left]. intros [= <-]. right. now left.
      + apply Nat.ltb_ge in L. split; [intros u e; now exists e|]. split; [now intros x|].
        split; [now left|]. intros _. now exists d.
      + split; [intros u e E; destruct (state_dec u t) as [->|]; [congruence|now exists e]|].
        split; [intros x; now right|]. split; [|intros _; exists (k + c); now destruct (state_dec t t)].
        intros u e. destruct (state_dec u t) as [->|]; [|now left]. intros [= <-]. right. now left.
    - split; [intros u e; now exists e|]. split; [now intros x|]. split; [now left|easy]. }
  destruct L1 as (A1 & B1 & C1 & D1). split.
  { intros u d K. destruct (A1 u d K) as (e & L & K1). destruct (A u e K1) as (f & M & K2).
    exists f. split; [lia|trivial]. }
  split; [intros x I; auto|]. split.
  - intros u d K. destruct (C u d K) as [K1|I]; [|now right]. destruct (C1 u d K1) as [K2|I]; auto.
  - intros k' u [[= -> ->]|I] W; [|now apply D].
    destruct (D1 W) as (d & L & K). destruct (A u d K) as (e & M & K'). exists e. split; [lia|trivial].
Qed.

Lemma dijkstra_sound fuel bound : moves_cost -> forall l, dijkstra fuel bound l = true -> explored bound l ->
  exists known, improves (snd l) known /\ explored bound ([], known).
Proof.
  intros Cost. induction fuel as [|fuel IH]; intros l D E; simpl in D;
    (assert (P := picked (fst l)); destruct (pick (fst l)) as [|[c s] waiting]; [|try discriminate D]).
  1, 2: exists (snd l); split; [intros t d; now exists d|]; intros s c K;
    destruct (E s c K) as [I|X]; [now apply P in I|now right].
  destruct (match snd l s with Some d => d =? c | None => false end) eqn:Live.
  - apply andb_true_iff in D as [G D]. apply negb_true_iff in G.
    set (ms := if within bound (c + 1) then moves s else []) in D.
    destruct (expand_spec bound c ms (waiting, snd l)) as (A & B & C & M).
    set (l' := expand bound c ms (waiting, snd l)) in *. destruct (IH l' D) as (known & Im & Ex).
    + intros t d K. destruct (C t d K) as [K'|I]; [simpl in K'|now left].
      destruct (E t d K') as [I|[F N]].
      * apply P in I as [[= <- <-]|I]; [right|left; now apply B]. split; [trivial|]. intros k u J W.
        apply M; [|trivial]. unfold ms. rewrite (within_less bound (c + 1) (k + c) W); [trivial|].
        specialize (Cost _ _ _ J). lia.
      * right. split; [trivial|]. intros k u J W. destruct (N k u J W) as (e & L & K2).
        destruct (A u e K2) as (f & L' & K3). exists f. split; [lia|trivial].
    + exists known. split; [|trivial]. intros t d K. destruct (A t d K) as (e & L & K').
      destruct (Im t e K') as (f & L' & K2). exists f. split; [lia|trivial].
  - apply (IH (waiting, snd l) D). intros t d K. simpl in *. destruct (E t d K) as [I|X]; [left|now right].
    apply P in I as [[= <- <-]|I]; [|trivial]. rewrite K, Nat.eqb_refl in Live. discriminate.
Qed.

Lemma no_goal_below_sound fuel bound s n c : moves_cost -> no_goal_below fuel bound s = true ->
  solution s n c -> within bound c = false.
Proof.
  intros Cost D (u & W & G). destruct (within bound c) eqn:B; [exfalso|trivial].
  unfold no_goal_below in D. rewrite (within_less bound 0 c B) in D by lia.
  apply dijkstra_sound in D as (known & Im & Ex); [|trivial|].
  2: { intros t d. unfold learn. simpl. destruct (state_dec t s) as [->|]; [intros [= <-]; now left; left|easy]. }
  destruct (Im s 0) as (e & L & K); [unfold learn; simpl; now destruct (state_dec s s)|].
  replace c with (0 + c) in B by lia. revert e L K B. generalize 0 as d.
  clear Im. induction W as [s|s k t n c u I W IH]; intros d e L K B; destruct (Ex s e K) as [[]|[F N]];
    [congruence|].
  destruct (N k t I) as (f & M & K'); [apply within_less with (1 := B); lia|].
  apply (IH G (k + d) f); [lia|trivial|]. now replace (k + d + c) with (d + (k + c)) by lia.
Qed.

Theorem costs_sound fuel N s : moves_cost -> no_goal_below fuel (Some N) s = true -> cost_at_least N s.
Proof.
  intros Cost D n c S. apply (no_goal_below_sound _ _ _ _ _ Cost D) in S. now apply Nat.ltb_ge.
Qed.

End Bounds.

(** * Layers and exhaustion *)

(** The same loop, in which each move counts 1. For exhaustion the checker's bound is 2^32 - 1, more than
    the states that it may keep; here there is none. *)
Section Moves.
Context {Z : puzzle}.
Variable pick : list (nat * state Z) -> list (nat * state Z).
Hypothesis picked : forall l x, In x (pick l) <-> In x l.

Lemma counted_moves fuel bound (s : state Z) n c :
  no_goal_below (Z := counting Z) pick fuel bound s = true -> solution s n c -> within bound n = false.
Proof.
  intros D (t & W & G). apply (no_goal_below_sound (Z := counting Z) pick picked fuel bound s n n); [|trivial|].
  - intros u k v I. apply in_map_iff in I as (m & [= <- _] & _). lia.
  - exists t. split; [|trivial]. clear D G. induction W as [s|s k t n c u I W IH]; [constructor|].
    apply (way_move (Z := counting Z) s 1 t n n u); [|trivial]. apply in_map_iff. now exists (k, t).
Qed.

Theorem layers_sound fuel N (s : state Z) :
  no_goal_below (Z := counting Z) pick fuel (Some N) s = true -> moves_at_least N s.
Proof. intros D n c S. apply (counted_moves _ _ _ _ _ D) in S. now apply Nat.ltb_ge. Qed.

Theorem exhaustion_sound fuel (s : state Z) :
  no_goal_below (Z := counting Z) pick fuel None s = true -> unsolvable s.
Proof. intros D n c S. apply (counted_moves _ _ _ _ _ D) in S. discriminate S. Qed.

End Moves.
