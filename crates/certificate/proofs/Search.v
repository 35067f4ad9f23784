(** The search [can_force] of docs/certificates.md, by which the leaves are found, too: can_win(p, P, n)
    is can_force(p, P, n, false), and can_survive(p, P, n) the opposite of it for the opponent of P.

    It answers [None] where the checker rejects the file: at a position that is not over and has no
    moves, and where the same player is to move after a move. What it finds is true of every game, also
    if the rest of it has such positions. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game.
Import ListNotations.

Definition opposite : option bool -> option bool := option_map negb.

Lemma opposite_some f b : opposite f = Some b -> f = Some (negb b).
Proof. destruct f as [[]|], b; simpl; congruence. Qed.

Section Search.
Context {G : game}.
Implicit Types (p q : position G) (P A : player).

(** Whether the turn passes with the move from p to q ([Space::successor] in space.rs). *)
Definition turns p q : bool :=
  match result q with Some _ => true | None => negb (same (to_move q) (to_move p)) end.

Lemma turns_next p q : turns p q = true -> result q = None -> to_move q = other (to_move p).
Proof.
  unfold turns. intros T R. rewrite R in T. apply negb_true_iff, same_false in T.
  now rewrite T, other_other.
Qed.

(** Whether one of the positions passes the test; the first that does ends it. *)
Fixpoint any_of p (test : position G -> option bool) (l : list (position G)) : option bool :=
  match l with
  | [] => Some false
  | q :: l =>
      if turns p q then match test q with Some false => any_of p test l | found => found end
      else None
  end.

(** Whether a move leads to a position that passes ([Space::any] in space.rs). *)
Definition any p test : option bool :=
  match after p with [] => None | l => any_of p test l end.

Lemma any_true p test : any p test = Some true ->
  exists q, In q (after p) /\ turns p q = true /\ test q = Some true.
Proof.
  unfold any. intros H.
  assert (E : any_of p test (after p) = Some true) by now destruct (after p). clear H.
  induction (after p) as [|q l IH]; simpl in E; [easy|].
  destruct (turns p q) eqn:T; [|easy]. destruct (test q) as [[]|] eqn:F; [|..|easy].
  - exists q; simpl; auto.
  - destruct (IH E) as (x & I & X). exists x; simpl; auto.
Qed.

Lemma any_false p test : any p test = Some false ->
  after p <> [] /\ forall q, In q (after p) -> turns p q = true /\ test q = Some false.
Proof.
  unfold any. intros H.
  assert (E : after p <> [] /\ any_of p test (after p) = Some false)
    by (split; [intros X; now rewrite X in H|now destruct (after p)]).
  clear H. destruct E as [N E]. split; [trivial|]. clear N.
  induction (after p) as [|x l IH]; simpl in *; [easy|].
  destruct (turns p x) eqn:T; [|easy]. destruct (test x) as [[]|] eqn:F; [easy|..|easy].
  intros q [<-|I]; auto.
Qed.

(** The game's bound ([Game::min_moves_to_win]): the fewest own moves of a win of A, [None] for never.
    [play A m p]: some play from p ends with a win of A after m moves of A. *)
Inductive play A : nat -> position G -> Prop :=
| play_over p : result p = Some (Win A) -> play A 0 p
| play_own m p q :
    result p = None -> to_move p = A -> In q (after p) -> play A m q -> play A (S m) p
| play_other m p q :
    result p = None -> to_move p = other A -> In q (after p) -> play A m q -> play A m p.

Definition bound_holds (bound : player -> position G -> option nat) : Prop :=
  forall A m p, play A m p -> exists b, bound A p = Some b /\ b <= m.

(** The players alternate. The rule about the bound needs this, of the positions that it omits too. *)
Definition alternate : Prop :=
  forall p q, result p = None -> In q (after p) -> turns p q = true.

Lemma wins_play A n p : alternate -> wins_within A n p ->
  exists m, play A m p /\
    (result p = None -> 2 * m <= n + if same A (to_move p) then 1 else 0).
Proof.
  intros Alt. induction 1 as [n p R|n p q R T I W (m & Y & B)|n p R T N W IH].
  - exists 0. split; [now apply play_over|congruence].
  - exists (S m). split; [now apply play_own with q|]. intros _.
    rewrite (proj2 (same_true A (to_move p)) (eq_sym T)). destruct (result q) eqn:F.
    + inversion Y; subst; [lia|congruence|congruence].
    + pose proof (turns_next _ _ (Alt _ _ R I) F) as U. rewrite T in U. rewrite U in B.
      replace (same A (other A)) with false in B by now destruct A. specialize (B eq_refl). lia.
  - destruct (after p) as [|q l] eqn:L; [easy|]. destruct (IH q) as (m & Y & B); [now left|].
    assert (I : In q (after p)) by (rewrite L; now left).
    exists m. split; [now apply play_other with q|]. intros _. rewrite T.
    replace (same A (other A)) with false by now destruct A. destruct (result q) eqn:F.
    + inversion Y; subst; [lia|congruence|congruence].
    + pose proof (turns_next _ _ (Alt _ _ R I) F) as U. rewrite T, other_other in U. rewrite U in B.
      replace (same A A) with true in B by now destruct A. specialize (B eq_refl). lia.
Qed.

Section Bound.
Variable bound : player -> position G -> option nat.
Hypothesis bound_is_right : bound_holds bound.

(** Where the bound is "never", the other player holds for ever, whether the players alternate or not. *)
Lemma never_wins A p : bound A p = None -> holds (other A) p.
Proof.
  intros B. assert (N : forall m, ~ play A m p).
  { intros m Y. destruct (bound_is_right _ _ _ Y) as (b & E & _). congruence. }
  clear B. revert p N. cofix IH. intros p N. destruct (result p) as [r|] eqn:R.
  - apply holds_over with r; [trivial|]. rewrite other_other. intros ->.
    apply (N 0). now apply play_over.
  - destruct (after p) as [|q l] eqn:L; [now apply holds_stuck|].
    assert (I : In q (after p)) by (rewrite L; now left).
    destruct (same A (to_move p)) eqn:T.
    + apply same_true in T. apply holds_other; [trivial|now rewrite other_other|].
      intros x J. apply IH. intros m Y. apply (N (S m)). now apply play_own with x.
    + apply same_false in T. apply holds_own with q; [trivial..|].
      apply IH. intros m Y. apply (N m). now apply play_other with q.
Qed.

(** Of n plies, with P to move first, the opponent makes n / 2. *)
Lemma too_few_plies P p b n : alternate -> result p = None -> to_move p = P ->
  bound (other P) p = Some b -> n / 2 < b -> safe P n p.
Proof.
  intros Alt R T B L. destruct (determined (other P) n p) as [W|S]; [|now rewrite other_other in S].
  exfalso. destruct (wins_play _ _ _ Alt W) as (m & Y & M). specialize (M R). rewrite T in M.
  replace (same (other P) P) with false in M by now destruct P.
  destruct (bound_is_right _ _ _ Y) as (b' & E & C). replace b' with b in C by congruence.
  pose proof (Nat.div_le_lower_bound n 2 m). lia.
Qed.

(** can_force(position, attacker, n, horizon). *)
Fixpoint can_force A (horizon : bool) (n : nat) p : option bool :=
  match result p, n with
  | Some r, _ => Some (is_win A r)
  | None, 0 => Some horizon
  | None, S n =>
      if horizon && match bound A p with None => true | Some _ => false end then Some false
      else if same A (to_move p) then any p (can_force A horizon n)
      else opposite (any p (fun q => opposite (can_force A horizon n q)))
  end.

Theorem can_force_sound A n : forall p b, can_force A false n p = Some b ->
  if b then wins_within A n p else safe (other A) n p.
Proof.
  induction n as [|n IH]; intros p b C; simpl in C |- *; destruct (result p) as [r|] eqn:R.
  1, 3: injection C as <-; rewrite other_other; destruct (is_win A r) eqn:W;
    [apply is_win_true in W as ->; now apply wins_over|now apply is_win_false].
  - now injection C as <-.
  - destruct (same A (to_move p)) eqn:T.
    + apply same_true in T. subst A. replace (same (other (to_move p)) (to_move p)) with false
        by now destruct (to_move p).
      destruct b.
      * apply any_true in C as (q & I & _ & C). now apply wins_own with q; [..|apply IH in C].
      * apply any_false in C as [_ C]. intros q I. now apply (IH q false), C.
    + apply same_false in T. rewrite T. replace (same (other A) (other A)) with true
        by now destruct A.
      apply opposite_some in C. destruct b; simpl in C.
      * apply any_false in C as [N C]. apply wins_other; [trivial..|]. intros q I.
        destruct (C q I) as [_ D]. apply opposite_some in D. now apply IH in D.
      * apply any_true in C as (q & I & _ & C). apply opposite_some in C. right. exists q.
        split; [trivial|]. now apply IH in C.
Qed.

Theorem can_force_horizon A n : forall p, can_force A true n p = Some false -> holds (other A) p.
Proof.
  induction n as [|n IH]; intros p C; simpl in C; destruct (result p) as [r|] eqn:R.
  1, 3: injection C as C; apply holds_over with r; [trivial|]; rewrite other_other;
    now apply is_win_false.
  - discriminate.
  - destruct (bound A p) eqn:B; [|now apply never_wins]. destruct (same A (to_move p)) eqn:T.
    + apply same_true in T. apply any_false in C as [_ C]. apply holds_other; [trivial|..].
      * now rewrite other_other.
      * intros q I. now apply IH, C.
    + apply same_false in T. apply opposite_some, any_true in C as (q & I & _ & C).
      apply opposite_some in C. apply holds_own with q; auto.
Qed.

End Bound.
End Search.
