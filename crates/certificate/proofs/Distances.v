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

Definition distances (fuel : nat) s (counts : list nat) : bool :=
  match all_states fuel ([s], [s]) with
  | None => false
  | Some all =>
      forallb (fun t => forallb (fun u => mem t (next u)) (next t)) all
      && existsb is_goal all
      && layers _ state_dec next (grown 0 (filter is_goal all)) counts
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

(** Where moves can be taken back, the ways from the goals are those to them. *)
Lemma reach_goals all n :
  (forall t u, In t all -> In u (next t) -> In u all /\ In t (next u)) ->
  forall t, reach (filter is_goal all) n t <-> In t all /\ exists c, solution t n c.
Proof.
  intros Back. split.
  - induction 1 as [t I|n t u _ [I (c & v & W & G)] J].
    + apply filter_In in I as [I G]. split; [trivial|]. exists 0, t. split; [constructor|trivial].
    + destruct (Back t u I J) as [I' J']. split; [trivial|].
      apply in_map_iff in J' as ([k w] & E & J'). simpl in E. subst w.
      exists (k + c), v. split; [now apply way_move with t|trivial].
  - revert t. induction n as [|n IH]; intros t [I (c & v & W & G)]; inversion W as [|? k u ? d ? J W']; subst.
    + constructor. now apply filter_In.
    + destruct (Back t u I) as [I' J']; [apply in_map_iff; now exists (k, u)|].
      apply reach_move with u; [|trivial]. apply IH. split; [trivial|]. now exists d, v.
Qed.

Theorem distances_sound fuel s counts : distances fuel s counts = true ->
  (exists n c, solution s n c)
  /\ forall d, exists at_d, NoDup at_d /\ length at_d = nth d counts 0
       /\ forall t, In t at_d <-> (exists n, reach [s] n t) /\ to_goal d t.
Proof.
  unfold distances. destruct (all_states fuel ([s], [s])) as [all|] eqn:A; [|easy]. intros H.
  apply andb_true_iff in H as [[W G]%andb_true_iff F].
  apply (all_states_spec fuel s 0) in A as [N All].
  assert (Back : forall t u, In t all -> In u (next t) -> In u all /\ In t (next u)).
  { intros t u I J. split; [apply All in I as (n & R); apply All; exists (S n); now apply reach_move with t|].
    rewrite forallb_forall in W. specialize (W t I). rewrite forallb_forall in W.
    now apply mem_true with (dec := state_dec), W. }
  split.
  - apply existsb_exists in G as (g & I & G). apply All in I as (n & R).
    assert (X : forall n t, reach [s] n t -> exists c, way s n c t).
    { clear. intros n t R. induction R as [t [<-|[]]|n t u _ (c & W) I]; [exists 0; constructor|].
      apply in_map_iff in I as ([k v] & E & I). simpl in E. subst v. exists (c + (k + 0)).
      replace (S n) with (n + 1) by lia. apply way_append with t; [trivial|].
      apply way_move with u; [trivial|constructor]. }
    destruct (X n g R) as (c & V). exists n, c, g. now split.
  - intros d. apply reachable_sound in F; [|now apply NoDup_filter]. destruct (F d) as (at_d & X & Y & K).
    exists at_d. split; [trivial|]. split; [trivial|]. intros t. rewrite K, <- All. unfold distance, to_goal.
    pose proof (reach_goals all d Back t) as R. split.
    + intros [D Min]. apply R in D as [I D]. split; [trivial|]. split; [trivial|]. intros m c S.
      apply Min, (reach_goals all m Back t). split; [trivial|]. now exists c.
    + intros [I [D Min]]. split; [now apply R|]. intros m D'.
      apply (reach_goals all m Back t) in D' as [_ (c & D')]. now apply Min with c.
Qed.

End Distances.
