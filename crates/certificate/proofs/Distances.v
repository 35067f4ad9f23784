(** Distances to a goal, as the claim `reachable … states within … moves of a goal` counts them.

    [distances_sound]: each count is the number of the reachable states from which the fewest moves to
    a goal are so many, and all reachable states are counted. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Puzzle Tesuji.Layers Tesuji.Bounds.
Import ListNotations.

Section Distances.
Context {Z : puzzle}.
Implicit Types (s t : state Z).

Notation mem := (mem _ state_dec).
Notation reach := (reach _ next).
Notation grown := (grown _ state_dec next).

(** The states that can be reached: the ball without a rim. *)
Fixpoint all_states (fuel : nat) (b : ball (state Z)) : option (list (state Z)) :=
  match snd b, fuel with
  | [], _ => Some (fst b)
  | _, 0 => None
  | _, S fuel => all_states fuel (grow _ state_dec next b)
  end.

(** Takes the positions of a list out of those that are left ([HashSet::take]). *)
Fixpoint take (left ts : list (state Z)) : list (state Z) * list (state Z) :=
  match ts with
  | [] => (left, [])
  | t :: ts =>
      if mem t left then
        let (rest, taken) := take (remove state_dec t left) ts in (rest, t :: taken)
      else take left ts
  end.

Fixpoint from_goals (left layer : list (state Z)) (counts : list nat) : bool :=
  match counts with
  | [] => match layer with [] => true | _ => false end
  | n :: counts =>
      negb (n =? 0) && (length layer =? n)
      && let (left, layer) := take left (flat_map next layer) in from_goals left layer counts
  end.

Definition distances (fuel : nat) s (counts : list nat) : bool :=
  match all_states fuel ([s], [s]) with
  | None => false
  | Some all =>
      forallb (fun t => forallb (fun u => mem t (next u)) (next t)) all
      && existsb is_goal all
      && from_goals (filter (fun t => negb (is_goal t)) all) (filter is_goal all) counts
  end.

(** The fewest moves from t to a goal are n. *)
Definition to_goal n t : Prop :=
  (exists c, solution t n c) /\ forall m c, solution t m c -> n <= m.

Lemma all_states_spec fuel s : forall k all, all_states fuel (grown k [s]) = Some all ->
  NoDup all /\ forall t, In t all <-> exists n, reach [s] n t.
Proof.
  induction fuel as [|fuel IH]; intros k all E; simpl in E;
    destruct (grown_sound _ state_dec next [s] k) as (A & B & C);
    destruct (snd (grown k [s])) as [|x rim] eqn:Rim; try discriminate E.
  1, 2: injection E as <-; split; [apply C; constructor; [intros []|constructor]|];
    intros t; rewrite A; split; [intros (m & _ & R); now exists m|];
    intros (n & R); destruct (complete _ state_dec next [s] k Rim t n R) as (m & M & R');
    exists m; split; [lia|trivial].
  exact (IH (S k) all E).
Qed.

Lemma take_spec ts : forall left rest taken, take left ts = (rest, taken) -> NoDup left ->
  NoDup rest /\ NoDup taken
  /\ (forall t, In t taken <-> In t left /\ In t ts)
  /\ forall t, In t rest <-> In t left /\ ~ In t ts.
Proof.
  induction ts as [|t ts IH]; intros left rest taken E N; simpl in E.
  - injection E as <- <-. split; [trivial|]. split; [constructor|]. split; intros t; simpl; tauto.
  - destruct (mem t left) eqn:M.
    + apply mem_true in M. destruct (take (remove state_dec t left) ts) as [r k] eqn:T.
      injection E as <- <-.
      assert (N' : NoDup (remove state_dec t left)).
      { clear - N. induction N as [|x l I N IH]; simpl; [constructor|].
        destruct (state_dec t x); [trivial|]. constructor; [|trivial].
        intros J. now apply in_remove in J as [J _]. }
      destruct (IH _ _ _ T N') as (A & B & C & D). split; [trivial|].
      assert (Rem : forall u, In u (remove state_dec t left) <-> In u left /\ u <> t).
      { intros u. split; [now intros J%in_remove|]. intros [J J']. now apply in_in_remove. }
      split; [constructor; [|trivial]; intros I; now apply C, proj1, Rem in I|].
      split; intros u.
      * simpl. rewrite C, Rem. destruct (state_dec t u) as [<-|X]; [tauto|].
        split; [intros [?|[[? ?] ?]]; tauto|]. intros [I [?|J]]; [easy|]. right. auto.
      * rewrite D, Rem. simpl. split.
        -- intros [[I J] K]. split; [trivial|]. intros [->|L]; tauto.
        -- intros [I J]. repeat split; trivial; [|tauto]. intros ->. tauto.
    + apply mem_false in M. destruct (IH _ _ _ E N) as (A & B & C & D).
      split; [trivial|]. split; [trivial|]. split; intros u.
      * rewrite C. simpl. split; [tauto|]. intros [I [<-|J]]; [easy|auto].
      * rewrite D. simpl. split; [|tauto]. intros [I J]. split; [trivial|]. intros [<-|K]; tauto.
Qed.

Lemma no_move_to_goal t : to_goal 0 t <-> is_goal t = true.
Proof.
  split.
  - intros [(c & u & W & G) _]. now inversion W; subst.
  - intros G. split; [|intros; lia]. exists 0, t. split; [constructor|trivial].
Qed.

Fixpoint has (n : nat) t : bool :=
  match n with 0 => is_goal t | S n => existsb (has n) (next t) end.

Lemma has_solution n : forall t, has n t = true <-> exists c, solution t n c.
Proof.
  induction n as [|n IH]; intros t; simpl.
  - split; [intros G; exists 0, t; now split; [constructor|]|].
    intros (c & u & W & G). now inversion W; subst.
  - rewrite existsb_exists. split.
    + intros (u & I & (c & v & W & G)%IH). apply in_map_iff in I as ([k w] & E & I). simpl in E. subst w.
      exists (k + c), v. split; [now apply way_move with u|trivial].
    + intros (c & v & W & G). inversion W as [|? k u ? d ? J W']; subst. exists u.
      split; [apply in_map_iff; now exists (k, u)|]. apply IH. now exists d, v.
Qed.

Lemma fewest n : forall t, has n t = true -> exists m, m <= n /\ to_goal m t.
Proof.
  induction n as [n IH] using (well_founded_induction lt_wf). intros t H.
  destruct (existsb (fun m => has m t) (seq 0 n)) eqn:E.
  - apply existsb_exists in E as (m & I & E). apply in_seq in I.
    destruct (IH m) with t as (i & L & T); [lia|trivial|]. exists i. split; [lia|trivial].
  - exists n. split; [trivial|]. split; [now apply has_solution|]. intros m c S.
    destruct (le_lt_dec n m) as [|L]; [trivial|exfalso].
    assert (X : existsb (fun m => has m t) (seq 0 n) = true); [|congruence].
    apply existsb_exists. exists m. split; [apply in_seq; lia|]. apply has_solution. now exists c.
Qed.

Section Back.
Variable all : list (state Z).
Hypothesis closed : forall t u, In t all -> In u (next t) -> In u all.
Hypothesis back : forall t u, In t all -> In u (next t) -> In t (next u).

Lemma next_solution t u n c : In u (next t) -> solution u n c -> exists d, solution t (S n) d.
Proof.
  intros I (v & W & G). apply in_map_iff in I as ([k w] & E & I). simpl in E. subst w.
  exists (k + c), v. split; [now apply way_move with u|trivial].
Qed.

Lemma to_goal_step n t : In t all ->
  to_goal (S n) t <->
    (~ exists m, m <= n /\ to_goal m t) /\ exists u, In u all /\ to_goal n u /\ In t (next u).
Proof.
  intros I. split.
  - intros [(c & v & W & G) Min]. split.
    + intros (m & L & (d & D) & _). apply Min in D. lia.
    + inversion W as [|? k u ? d ? J W']; subst.
      assert (N : In u (next t)) by (apply in_map_iff; now exists (k, u)).
      exists u. split; [now apply closed with t|]. split; [|now apply back].
      split; [exists d, v; now split|]. intros m e E.
      destruct (next_solution t u m e N E) as (f & F). apply Min in F. lia.
  - intros (Not & u & J & [(c & C) _] & N). apply (back u t J) in N.
    destruct (next_solution t u n c N C) as (d & D). split; [now exists d|].
    intros m e E. destruct (le_lt_dec (S n) m) as [|L]; [trivial|exfalso]. apply Not.
    destruct (fewest m t) as (i & L' & T); [apply has_solution; now exists e|].
    exists i. split; [lia|trivial].
Qed.
End Back.

Lemma from_goals_sound all counts :
  (forall t u, In t all -> In u (next t) -> In u all) ->
  (forall t u, In t all -> In u (next t) -> In t (next u)) ->
  forall k left layer, NoDup left -> NoDup layer ->
  (forall t, In t layer <-> In t all /\ to_goal k t) ->
  (forall t, In t left <-> In t all /\ ~ exists m, m <= k /\ to_goal m t) ->
  from_goals left layer counts = true ->
  forall d, exists at_d, NoDup at_d /\ length at_d = nth d counts 0
    /\ forall t, In t at_d <-> In t all /\ to_goal (k + d) t.
Proof.
  intros Closed Back. induction counts as [|n counts IH]; intros k left layer N N' Lay Left F d; simpl in F.
  - exists []. split; [constructor|]. split; [now destruct d|]. intros t. split; [intros []|].
    destruct layer as [|x l]; [|easy]. intros [I T].
    revert t I T. induction d as [|d IHd]; intros t I T; [rewrite Nat.add_0_r in T; now apply (Lay t)|].
    rewrite Nat.add_succ_r in T. apply (to_goal_step all) in T as [_ (u & J & T & _)]; trivial.
    now apply (IHd u).
  - apply andb_true_iff in F as [[_ E]%andb_true_iff F]. apply Nat.eqb_eq in E.
    destruct d as [|d]; [exists layer; now rewrite Nat.add_0_r|].
    destruct (take left (flat_map next layer)) as [rest taken] eqn:T.
    destruct (take_spec _ _ _ _ T N) as (A & B & C & D).
    assert (New : forall t, In t taken <-> In t all /\ to_goal (S k) t).
    { intros t. rewrite C, Left, in_flat_map. split.
      - intros [[I Not] (u & [J G]%Lay & K)]. split; [trivial|].
        apply (to_goal_step all); trivial. split; [trivial|]. exists u. auto.
      - intros [I G]. split; [split; [trivial|]|].
        + now apply (to_goal_step all) in G as [Not _].
        + apply (to_goal_step all) in G as [_ (u & J & G & K)]; trivial. exists u.
          split; [now apply Lay|trivial]. }
    destruct (IH (S k) rest taken A B New) with d as (at_d & X & Y & W); trivial.
    + intros t. rewrite D, Left. split.
      * intros [[I Not] J]. split; [trivial|]. intros (m & L & G).
        destruct (Nat.eq_dec m (S k)) as [->|Q]; [|apply Not; exists m; split; [lia|trivial]].
        apply J. assert (K : In t taken) by now apply New. now apply C in K.
      * intros [I Not]. split; [split; [trivial|]|].
        -- intros (m & L & G). apply Not. exists m. split; [lia|trivial].
        -- intros J. apply Not. exists (S k). split; [trivial|].
           assert (K : In t taken); [|now apply New in K].
           apply C. split; [|trivial]. apply Left. split; [trivial|].
           intros (m & L & G). apply Not. exists m. split; [lia|trivial].
    + exists at_d. now rewrite Nat.add_succ_r.
Qed.

Theorem distances_sound fuel s counts : distances fuel s counts = true ->
  (exists n c, solution s n c)
  /\ forall d, exists at_d, NoDup at_d /\ length at_d = nth d counts 0
       /\ forall t, In t at_d <-> (exists n, reach [s] n t) /\ to_goal d t.
Proof.
  unfold distances. destruct (all_states fuel ([s], [s])) as [all|] eqn:A; [|easy]. intros H.
  apply andb_true_iff in H as [[W G]%andb_true_iff F].
  apply (all_states_spec fuel s 0) in A as [N All].
  assert (Closed : forall t u, In t all -> In u (next t) -> In u all).
  { intros t u I J. apply All in I as (n & R). apply All. exists (S n). now apply reach_move with t. }
  assert (Back : forall t u, In t all -> In u (next t) -> In t (next u)).
  { intros t u I J. rewrite forallb_forall in W. specialize (W t I). rewrite forallb_forall in W.
    now apply mem_true with (dec := state_dec), W. }
  split.
  - apply existsb_exists in G as (g & I & G). apply All in I as (n & R).
    assert (X : forall n t, reach [s] n t -> exists c, way s n c t).
    { clear. intros n t R. induction R as [t [<-|[]]|n t u _ (c & W) I]; [exists 0; constructor|].
      apply in_map_iff in I as ([k v] & E & I). simpl in E. subst v. exists (c + (k + 0)).
      replace (S n) with (n + 1) by lia. apply way_append with t; [trivial|].
      apply way_move with u; [trivial|constructor]. }
    destruct (X n g R) as (c & V). exists n, c, g. now split.
  - intros d. destruct (from_goals_sound all counts Closed Back 0 _ _ (NoDup_filter (fun t => negb (is_goal t)) N)
      (NoDup_filter is_goal N))
      with d as (at_d & X & Y & K); [| |exact F|].
    + intros t. now rewrite filter_In, no_move_to_goal.
    + intros t. rewrite filter_In, negb_true_iff. split.
      * intros [I Q]. split; [trivial|]. intros (m & L & T). replace m with 0 in T by lia.
        apply no_move_to_goal in T. congruence.
      * intros [I Q]. split; [trivial|]. destruct (is_goal t) eqn:E; [|trivial].
        elim Q. exists 0. split; [trivial|now apply no_move_to_goal].
    + exists at_d. split; [trivial|]. split; [trivial|]. intros t. now rewrite K, All.
Qed.

End Distances.
