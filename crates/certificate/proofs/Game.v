(** Games of two players, and what certificates claim about their positions.

    A game has finitely many moves in each position; positions may repeat, and there may be
    infinitely many of them. Nothing is assumed of it here: players need not alternate, and a
    position that is not over may have no moves. Such a position is nobody's win.

    [wins_within P n p]: P can force a win within n plies.
    [safe P n p]: P can play so that the opponent has not won after any of the next n plies.
    [holds P p]: P can play so that the opponent never wins; play may be endless. *)

Require Import List Bool Arith Lia.
Import ListNotations.

Inductive player := First | Second.

Definition other (P : player) : player :=
  match P with First => Second | Second => First end.

Definition same (P Q : player) : bool :=
  match P, Q with First, First | Second, Second => true | _, _ => false end.

Inductive outcome := Win (winner : player) | Draw.

Definition is_win (P : player) (r : outcome) : bool :=
  match r with Win Q => same P Q | Draw => false end.

Record game := Game {
  position : Type;
  eq_dec : forall p q : position, {p = q} + {p <> q};
  after : position -> list position;  (* after all moves, in the order of the game *)
  to_move : position -> player;
  result : position -> option outcome (* none while the game is not over *)
}.

Arguments after {g}. Arguments to_move {g}. Arguments result {g}. Arguments eq_dec {g}.

Lemma same_true P Q : same P Q = true <-> P = Q.
Proof. destruct P, Q; simpl; split; congruence. Qed.

Lemma same_false P Q : same P Q = false <-> Q = other P.
Proof. destruct P, Q; simpl; split; congruence. Qed.

Lemma other_other P : other (other P) = P.
Proof. destruct P; reflexivity. Qed.

Lemma other_neq P : other P <> P.
Proof. destruct P; discriminate. Qed.

Lemma is_win_true P r : is_win P r = true <-> r = Win P.
Proof. destruct r as [Q|]; simpl; [rewrite same_true|]; split; congruence. Qed.

Lemma is_win_false P r : is_win P r = false <-> r <> Win P.
Proof. rewrite <- is_win_true. destruct (is_win P r); split; congruence. Qed.

Section Game.
Context {G : game}.
Implicit Types (p q : position G) (P : player).

Inductive wins_within P : nat -> position G -> Prop :=
| wins_over n p : result p = Some (Win P) -> wins_within P n p
| wins_own n p q :
    result p = None -> to_move p = P -> In q (after p) -> wins_within P n q ->
    wins_within P (S n) p
| wins_other n p :
    result p = None -> to_move p = other P -> after p <> [] ->
    (forall q, In q (after p) -> wins_within P n q) -> wins_within P (S n) p.

(** P can force a win. *)
Definition wins P p : Prop := exists n, wins_within P n p.

Fixpoint safe P (n : nat) p : Prop :=
  match result p, n with
  | Some r, _ => r <> Win (other P)
  | None, 0 => True
  | None, S n =>
      if same P (to_move p) then after p = [] \/ (exists q, In q (after p) /\ safe P n q)
      else forall q, In q (after p) -> safe P n q
  end.

CoInductive holds P : position G -> Prop :=
| holds_over p r : result p = Some r -> r <> Win (other P) -> holds P p
| holds_stuck p : result p = None -> after p = [] -> holds P p
| holds_own p q :
    result p = None -> to_move p = P -> In q (after p) -> holds P q -> holds P p
| holds_other p :
    result p = None -> to_move p = other P -> (forall q, In q (after p) -> holds P q) ->
    holds P p.

(** P wins within n plies, and cannot be sure to win sooner. *)
Definition wins_in_exactly P n p : Prop :=
  wins_within P n p /\ forall m, m < n -> ~ wins_within P m p.

(** Neither player loses. *)
Definition drawn p : Prop := holds First p /\ holds Second p.

Lemma safe_over P n p r : result p = Some r -> safe P n p <-> r <> Win (other P).
Proof. destruct n; simpl; intros ->; tauto. Qed.

Lemma wins_more P n p : wins_within P n p -> forall m, n <= m -> wins_within P m p.
Proof.
  induction 1 as [n p R|n p q R T I _ IH|n p R T E _ IH]; intros m L.
  - now apply wins_over.
  - destruct m as [|m]; [lia|]. apply wins_own with q; auto with arith.
  - destruct m as [|m]; [lia|]. apply wins_other; auto with arith.
Qed.

(** Finitely many positions that are won are won within one number of plies. *)
Lemma wins_all P (l : list (position G)) :
  (forall q, In q l -> wins P q) -> exists n, forall q, In q l -> wins_within P n q.
Proof.
  induction l as [|q l IH]; intros H; [exists 0; intros ? []|].
  destruct IH as [n N]; [intros; apply H; now right|]. destruct (H q) as [m M]; [now left|].
  exists (max n m). intros x [<-|I]; [apply wins_more with m|apply wins_more with n]; auto; lia.
Qed.

Lemma safe_fewer P n p : safe P n p -> forall m, m <= n -> safe P m p.
Proof.
  revert p; induction n as [|n IH]; intros p S m L.
  - now replace m with 0 by lia.
  - destruct m as [|m]; simpl in *; destruct (result p); auto.
    destruct (same P (to_move p)).
    + destruct S as [E|(q & I & S)]; [now left|right]. exists q; split; [trivial|].
      apply IH; [trivial|lia].
    + intros q I. apply IH; [auto|lia].
Qed.

(** Zermelo: within any number of plies, one player can force a win or the other can avoid it. *)
Theorem determined P n p : wins_within P n p \/ safe (other P) n p.
Proof.
  revert p; induction n as [|n IH]; intros p; simpl; destruct (result p) as [r|] eqn:R.
  1, 3: rewrite other_other; destruct (is_win P r) eqn:W;
    [apply is_win_true in W as ->; left; now apply wins_over|right; now apply is_win_false].
  - now right.
  - destruct (same (other P) (to_move p)) eqn:T.
    + apply same_true in T. destruct (after p) as [|q l] eqn:A; [now right; left|].
      assert (D : (forall q', In q' (q :: l) -> wins_within P n q')
                  \/ exists q', In q' (q :: l) /\ safe (other P) n q').
      { clear A. induction (q :: l) as [|x k D]; [left; intros ? []|].
        destruct (IH x) as [W|S]; [|right; exists x; split; [now left|trivial]].
        destruct D as [D|(y & I & S)]; [left|right; exists y; split; [now right|trivial]].
        intros y [<-|I]; auto. }
      destruct D as [D|D]; [left|now right; right].
      apply wins_other; [trivial|now symmetry|congruence|now rewrite A].
    + apply same_false in T. rewrite other_other in T.
      assert (D : (exists q, In q (after p) /\ wins_within P n q)
                  \/ forall q, In q (after p) -> safe (other P) n q).
      { induction (after p) as [|x k D]; [right; intros ? []|].
        destruct (IH x) as [W|S]; [left; exists x; split; [now left|trivial]|].
        destruct D as [(y & I & W)|D]; [left; exists y; split; [now right|trivial]|right].
        intros y [<-|I]; auto. }
      destruct D as [(q & I & W)|D]; [left; now apply wins_own with q|now right].
Qed.

Theorem not_both P n p : wins_within P n p -> ~ safe (other P) n p.
Proof.
  induction 1 as [n p R|n p q R T I _ IH|n p R T E _ IH]; intros S.
  - apply (safe_over _ _ _ _ R) in S. rewrite other_other in S. now apply S.
  - simpl in S. rewrite R, T in S. replace (same (other P) P) with false in S by now destruct P.
    now apply IH, S.
  - simpl in S. rewrite R, T in S. replace (same (other P) (other P)) with true in S by now destruct P.
    destruct S as [S|(q & I & S)]; [now apply E|now apply (IH q)].
Qed.

Lemma wins_holds P n p : wins_within P n p -> holds P p.
Proof.
  induction 1 as [n p R|n p q R T I _ IH|n p R T E _ IH].
  - apply holds_over with (Win P); [trivial|]. intros [= E]. now apply (other_neq P).
  - now apply holds_own with q.
  - now apply holds_other.
Qed.

Lemma wins_safe P n p : wins_within P n p -> forall m, safe P m p.
Proof.
  intros W m. destruct (determined (other P) m p) as [O|S]; [|now rewrite other_other in S].
  exfalso. revert m O. induction W as [n p R|n p q R T I _ IH|n p R T E _ IH]; intros m O.
  - inversion O; [|congruence|congruence]. apply (other_neq P). congruence.
  - inversion O as [? ? R'|? ? ? R' T'|? ? R' T' E' A]; subst;
      [congruence|now apply (other_neq (to_move p))|now apply (IH n0), A].
  - inversion O as [? ? R'|? ? q R' T' I A|? ? R' T']; subst;
      [congruence|now apply (IH q I n0)|]. rewrite T, other_other in T'. now apply (other_neq P).
Qed.

(** Who holds for ever is safe for any number of plies, so that the opponent cannot force a win. *)
Theorem holds_safe P p : holds P p -> forall n, safe P n p.
Proof.
  intros H n; revert p H; induction n as [|n IH]; intros p H; simpl; destruct (result p) eqn:R;
    trivial; destruct H as [p r R' W|p R' A|p q R' T I H|p R' T H];
    try (rewrite R in R'; congruence).
  - rewrite A. destruct (same P (to_move p)); [now left|intros ? []].
  - rewrite (proj2 (same_true P (to_move p)) (eq_sym T)). right. exists q; auto.
  - rewrite (proj2 (same_false P (to_move p)) T). auto.
Qed.

Theorem holds_never_loses P p : holds P p -> ~ wins (other P) p.
Proof.
  intros H [n W]. apply (not_both _ _ _ W). rewrite other_other. now apply holds_safe.
Qed.

(** Positions of which each move of one corresponds to a move of the other, such as mirror images. *)
Definition symmetry (R : position G -> position G -> Prop) : Prop :=
  forall p q, R p q ->
    result p = result q /\ to_move p = to_move q
    /\ (forall p', In p' (after p) -> exists q', In q' (after q) /\ R p' q')
    /\ (forall q', In q' (after q) -> exists p', In p' (after p) /\ R p' q').

Section Symmetry.
Variable R : position G -> position G -> Prop.
Hypothesis symmetric : symmetry R.

Lemma symmetric_wins P n p : wins_within P n p -> forall q, R p q -> wins_within P n q.
Proof.
  induction 1 as [n p F|n p x F T I _ IH|n p F T E _ IH]; intros q S;
    destruct (symmetric _ _ S) as (F' & T' & To & From).
  - apply wins_over; congruence.
  - destruct (To x I) as (y & J & K). apply wins_own with y; [congruence..|trivial|auto].
  - apply wins_other; [congruence..| |].
    + intros N. destruct (after p) as [|x l]; [easy|].
      destruct (To x) as (y & J & _); [now left|]. now rewrite N in J.
    + intros y J. destruct (From y J) as (x & I & K). eauto.
Qed.

Lemma symmetric_safe P n : forall p q, R p q -> safe P n p -> safe P n q.
Proof.
  induction n as [|n IH]; intros p q S; destruct (symmetric _ _ S) as (F & T & To & From);
    simpl; rewrite <- F, <- ?T; destruct (result p); trivial.
  destruct (same P (to_move p)).
  - intros [E|(x & I & W)].
    + left. destruct (after q) as [|y l]; [trivial|].
      destruct (From y) as (x & I & _); [now left|]. now rewrite E in I.
    + destruct (To x I) as (y & J & K). right. exists y; eauto.
  - intros A y J. destruct (From y J) as (x & I & K). eauto.
Qed.

Lemma symmetric_holds P : forall p q, R p q -> holds P p -> holds P q.
Proof.
  cofix IH. intros p q S H. destruct (symmetric _ _ S) as (F & T & To & From).
  destruct H as [p r E W|p E A|p x E M I H|p E M H].
  - apply holds_over with r; congruence.
  - apply holds_stuck; [congruence|]. destruct (after q) as [|y l]; [trivial|].
    destruct (From y) as (x & I & _); [now left|]. now rewrite A in I.
  - destruct (To x I) as (y & J & K). apply holds_own with y; [congruence..|trivial|].
    exact (IH _ _ K H).
  - apply holds_other; [congruence..|]. intros y J. destruct (From y J) as (x & I & K).
    exact (IH _ _ K (H x I)).
Qed.
End Symmetry.

End Game.
