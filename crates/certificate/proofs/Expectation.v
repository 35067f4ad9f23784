(** Expectations: the bounds that the values of a certificate prove, by exact fractions.

    The opponent chooses each move with equal probability. [spent n] is the expected number of P's moves
    among the first n, and [open n] the probability that P has not won after them. A strategy may
    depend on all that was played.

    [at_least]: no way to play that wins with probability 1 needs fewer moves than e / (unit + delta).
    [at_most]: some way needs no more than e / (unit - delta), and wins with probability 1. *)

Require Import List Bool Arith Lia QArith Lqa.
Require Import Tesuji.Game.
Import ListNotations.
Open Scope Q_scope.

Section Mean.
Variable A : Type.
Implicit Types (f g : A -> Q) (l : list A).

Definition sum f l : Q := fold_right (fun x s => f x + s) 0 l.
Definition size l : Q := inject_Z (Z.of_nat (length l)).
Definition mean f l : Q := sum f l / size l.

Lemma size_positive l : l <> [] -> 0 < size l.
Proof.
  intros N. unfold size. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt.
  destruct l; [easy|simpl; lia].
Qed.

Lemma size_cons x l : size (x :: l) == 1 + size l.
Proof.
  unfold size. change 1 with (inject_Z 1). rewrite <- inject_Z_plus. simpl length.
  rewrite Nat2Z.inj_succ. now rewrite Z.add_comm.
Qed.

Lemma sum_le f g l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
Proof.
  induction l as [|x l IH]; intros H; simpl; [lra|].
  assert (f x <= g x) by (apply H; now left).
  assert (sum f l <= sum g l) by (apply IH; intros; apply H; now right).
  lra.
Qed.

Lemma sum_linear f g a l : sum (fun x => f x + a * g x) l == sum f l + a * sum g l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_const c l : sum (fun _ => c) l == c * size l.
Proof.
  induction l as [|x l IH]; [unfold size; simpl; ring|]. simpl. rewrite IH, size_cons. ring.
Qed.

Lemma mean_le f g l : l <> [] -> (forall x, In x l -> f x <= g x) -> mean f l <= mean g l.
Proof.
  intros N H. pose proof (size_positive l N). unfold mean, Qdiv.
  apply Qmult_le_compat_r; [now apply sum_le|]. apply Qlt_le_weak. now apply Qinv_lt_0_compat.
Qed.

Lemma mean_linear f g a l : mean (fun x => f x + a * g x) l == mean f l + a * mean g l.
Proof. unfold mean, Qdiv. rewrite sum_linear. ring. Qed.

Lemma mean_const c l : l <> [] -> mean (fun _ => c) l == c.
Proof.
  intros N. pose proof (size_positive l N). unfold mean. rewrite sum_const. field. lra.
Qed.
End Mean.

Arguments mean {A}.

Section Expectation.
Context {G : game}.
Variable P : player.
Implicit Types (p q : position G).

(** What follows a move of P: the end, or the positions after all moves of the opponent. *)
Definition replies_to q : list (position G) :=
  match result q with Some _ => [q] | None => after q end.

(** A strategy: the position after the move, from all positions in which P was to move. *)
Definition strategy := list (position G) -> position G.

(** In a position that is not over, P is to move, there is a move, and so are replies, after which P is
    to move again: the checker rejects other positions. *)
Definition regular : Prop :=
  forall p q, result p = None -> In q (after p) -> replies_to q <> [].

Definition legal (s : strategy) : Prop :=
  forall h p, result p = None -> In (s (p :: h)) (after p).

Fixpoint spent (s : strategy) (n : nat) (h : list (position G)) p : Q :=
  match result p, n with
  | Some _, _ | None, O => 0
  | None, S n => 1 + mean (spent s n (p :: h)) (replies_to (s (p :: h)))
  end.

Fixpoint open (s : strategy) (n : nat) (h : list (position G)) p : Q :=
  match result p, n with
  | Some r, _ => if is_win P r then 0 else 1
  | None, O => 1
  | None, S n => mean (open s n (p :: h)) (replies_to (s (p :: h)))
  end.

Hypothesis all_regular : regular.

Lemma open_bounds s n : legal s -> forall h p, 0 <= open s n h p <= 1.
Proof.
  intros L. induction n as [|n IH]; intros h p; simpl; destruct (result p) as [r|] eqn:R;
    try (destruct (is_win P r)); try lra.
  assert (N : replies_to (s (p :: h)) <> []) by (apply (all_regular p); auto).
  pose proof (mean_const _ 0 _ N) as Z0. pose proof (mean_const _ 1 _ N) as Z1.
  pose proof (mean_le _ (fun _ => 0) (open s n (p :: h)) _ N (fun x _ => proj1 (IH (p :: h) x))).
  pose proof (mean_le _ (open s n (p :: h)) (fun _ => 1) _ N (fun x _ => proj2 (IH (p :: h) x))).
  lra.
Qed.

(** * Lower bounds *)

(** After division by unit + delta, what the checker tests for all moves: the first condition. *)
Definition never_more (L : position G -> Q) : Prop :=
  (forall p, result p = Some (Win P) -> L p <= 0)
  /\ forall p q, result p = None -> In q (after p) -> L p <= 1 + mean L (replies_to q).

Lemma lower L B s n : never_more L -> (forall p, L p <= B) -> 0 <= B -> legal s ->
  forall h p, L p <= spent s n h p + B * open s n h p.
Proof.
  intros [Won Step] Most Pos Legal. induction n as [|n IH]; intros h p; simpl;
    destruct (result p) as [r|] eqn:R;
    try (destruct (is_win P r) eqn:W; [apply is_win_true in W as ->; specialize (Won p R); lra|];
         specialize (Most p); lra).
  - specialize (Most p). lra.
  - specialize (Step p (s (p :: h)) R (Legal h p R)).
    assert (N : replies_to (s (p :: h)) <> []) by (apply (all_regular p); auto).
    pose proof (mean_le _ L _ _ N (fun x _ => IH (p :: h) x)) as M.
    rewrite mean_linear in M. lra.
Qed.

(** Whatever wins with probability 1 needs so many moves. *)
Theorem at_least (v : position G -> Q) (most unit delta : Q) s start C :
  0 < unit + delta -> 0 <= most -> (forall p, v p <= most) ->
  (forall p, result p = Some (Win P) -> v p <= 0) ->
  (forall p q, result p = None -> In q (after p) -> v p <= unit + delta + mean v (replies_to q)) ->
  legal s ->
  (forall n, spent s n [] start <= C) ->
  (forall e, 0 < e -> exists n, open s n [] start <= e) ->
  v start <= C * (unit + delta).
Proof.
  intros U Pos Most Won Step Legal Spent Closed. set (d := unit + delta) in *.
  set (L := fun p => v p * / d).
  assert (I : 0 < / d) by now apply Qinv_lt_0_compat.
  assert (Unit : d * / d == 1) by (field; lra).
  assert (N : never_more L).
  { split.
    - intros p R. unfold L. specialize (Won p R). nra.
    - intros p q R J. specialize (Step p q R J). unfold L.
      assert (M : mean (fun p => v p * / d) (replies_to q) == mean v (replies_to q) * / d).
      { unfold mean, Qdiv. assert (S : forall l, sum _ (fun p => v p * / d) l == sum _ v l * / d).
        { induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. }
        rewrite S. ring. }
      rewrite M. nra. }
  assert (B : forall p, L p <= most * / d).
  { intros p. unfold L. specialize (Most p). nra. }
  assert (BP : 0 <= most * / d) by nra.
  (* Were it more, a time at which P has won but for a small probability would contradict it. *)
  destruct (Qlt_le_dec (C * d) (v start)) as [More|]; [exfalso|trivial].
  set (gap := v start - C * d).
  destruct (Closed (gap * / (2 * (most + 1)))) as [n Small].
  { assert (0 < / (2 * (most + 1))) by (apply Qinv_lt_0_compat; lra). unfold gap. nra. }
  pose proof (lower L _ s n N B BP Legal [] start) as Low. specialize (Spent n).
  assert (Half : most * (gap * / (2 * (most + 1))) <= gap * (1 # 2)).
  { assert (E : gap * / (2 * (most + 1)) == gap * (1 # 2) * / (most + 1)) by (field; lra).
    rewrite E. assert (K : most * / (most + 1) <= 1).
    { assert (X : (most + 1) * / (most + 1) == 1) by (field; lra).
      assert (0 < / (most + 1)) by (apply Qinv_lt_0_compat; lra). nra. }
    assert (0 < gap) by (unfold gap; lra).
    setoid_replace (most * (gap * (1 # 2) * / (most + 1))) with (gap * (1 # 2) * (most * / (most + 1)))
      by ring. nra. }
  assert (LD : L start * d == v start) by (unfold L; rewrite <- Qmult_assoc, (Qmult_comm (/ d)), Unit; lra).
  assert (BD : most * / d * d == most) by (rewrite <- Qmult_assoc, (Qmult_comm (/ d)), Unit; lra).
  pose proof (open_bounds s n Legal [] start) as [O1 O2].
  assert (Low' : L start * d <= (spent s n [] start + most * / d * open s n [] start) * d)
    by (apply Qmult_le_compat_r; [trivial|lra]).
  assert (Split : (spent s n [] start + most * / d * open s n [] start) * d
    == spent s n [] start * d + most * open s n [] start) by (rewrite <- BD at 2; ring).
  rewrite LD, Split in Low'.
  assert (S1 : spent s n [] start * d <= C * d) by (apply Qmult_le_compat_r; [trivial|lra]).
  assert (S2 : most * open s n [] start <= most * (gap * / (2 * (most + 1)))).
  { rewrite !(Qmult_comm most). now apply Qmult_le_compat_r. }
  unfold gap in *. lra.
Qed.

(** * Upper bounds *)

(** The strategy that makes the moves of the second condition. Those of positions that are unbounded do
    not matter. *)
Definition follow (best : position G -> position G) start : strategy :=
  fun h => match h with p :: _ => best p | [] => start end.

Section Upper.
Variable bounded : position G -> Prop.
Variable u : position G -> Q.
Variable best : position G -> position G.
Variable step : Q.   (* unit - delta *)

Hypothesis step_positive : 0 < step.
Hypothesis values_positive : forall p, 0 <= u p.
Hypothesis ends : forall p r, bounded p -> result p = Some r -> r = Win P.
Hypothesis moves : forall p, result p = None -> In (best p) (after p).
Hypothesis steps : forall p, bounded p -> result p = None ->
  (forall x, In x (replies_to (best p)) -> bounded x)
  /\ step + mean u (replies_to (best p)) <= u p.

Lemma follow_legal start : legal (follow best start).
Proof. intros h p R. now apply moves. Qed.

Lemma spends_less start n : forall h p, bounded p -> step * spent (follow best start) n h p <= u p.
Proof.
  induction n as [|n IH]; intros h p B; simpl; destruct (result p) as [r|] eqn:R;
    try (specialize (values_positive p); lra).
  destruct (steps p B R) as [Next Step].
  assert (N : replies_to (best p) <> []) by (apply (all_regular p); auto).
  pose proof (mean_le _ (fun x => 0 + step * spent (follow best start) n (p :: h) x) u _ N) as M.
  rewrite (mean_linear _ (fun _ => 0)), (mean_const _ 0 _ N) in M. cbv beta in M.
  assert (X : 0 + step * mean (spent (follow best start) n (p :: h)) (replies_to (best p))
    <= mean u (replies_to (best p))).
  { apply M. intros x I. specialize (IH (p :: h) x (Next x I)). lra. }
  simpl. lra.
Qed.

Lemma wins_or_spends start n : forall h p, bounded p ->
  inject_Z (Z.of_nat n) * open (follow best start) n h p <= spent (follow best start) n h p.
Proof.
  induction n as [|n IH]; intros h p B.
  - change (inject_Z (Z.of_nat 0)) with 0. simpl. destruct (result p); lra.
  - destruct (result p) as [r|] eqn:R.
    + simpl open. simpl spent. rewrite R. rewrite (ends p r B R). simpl.
      replace (same P P) with true by now destruct P. lra.
    + pose proof (open_bounds (follow best start) (S n) (follow_legal start) h p) as [_ O].
      simpl open in *. simpl spent. rewrite R in *.
      destruct (steps p B R) as [Next _]. simpl follow in *.
      assert (N : replies_to (best p) <> []) by (apply (all_regular p); auto).
      pose proof (mean_le _ (fun x => 0 + inject_Z (Z.of_nat n) * open (follow best start) n (p :: h) x)
        (spent (follow best start) n (p :: h)) _ N) as M.
      rewrite (mean_linear _ (fun _ => 0)), (mean_const _ 0 _ N) in M. cbv beta in M.
      assert (X : 0 + inject_Z (Z.of_nat n) * mean (open (follow best start) n (p :: h)) (replies_to (best p))
        <= mean (spent (follow best start) n (p :: h)) (replies_to (best p))).
      { apply M. intros x I. specialize (IH (p :: h) x (Next x I)). lra. }
      rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus. change (inject_Z 1) with 1. lra.
Qed.

(** It needs no more moves than u / step, and wins with probability 1. *)
Theorem at_most start : bounded start ->
  let s := follow best start in
  legal s
  /\ (forall n, step * spent s n [] start <= u start)
  /\ forall e, 0 < e -> exists n, open s n [] start <= e.
Proof.
  intros B s. split; [apply follow_legal|]. split; [intros n; now apply spends_less|].
  intros e E. destruct (Qarchimedean (u start * / (step * e))) as [k K].
  exists (Pos.to_nat k). pose proof (wins_or_spends start (Pos.to_nat k) [] start B) as W.
  pose proof (spends_less start (Pos.to_nat k) [] start B) as S. fold s in W, S.
  rewrite positive_nat_Z in W. change (inject_Z (Zpos k)) with (Zpos k # 1) in W.
  set (o := open s (Pos.to_nat k) [] start) in *. set (c := spent s (Pos.to_nat k) [] start) in *.
  assert (D : 0 < step * e) by nra.
  assert (L : u start < (Zpos k # 1) * (step * e)).
  { assert (I : step * e * / (step * e) == 1) by (field; lra).
    assert (H : u start * / (step * e) * (step * e) < (Zpos k # 1) * (step * e))
      by now apply Qmult_lt_compat_r.
    assert (H1 : u start * / (step * e) * (step * e) == u start)
      by (rewrite <- Qmult_assoc, (Qmult_comm (/ _)), I; ring).
    lra. }
  destruct (Qlt_le_dec e o) as [More|]; [exfalso|trivial].
  assert (KP : 0 < (Zpos k # 1)) by reflexivity.
  assert (T : (Zpos k # 1) * (step * e) < (Zpos k # 1) * (step * o)).
  { rewrite !(Qmult_comm (Zpos k # 1)). apply Qmult_lt_compat_r; [trivial|].
    rewrite !(Qmult_comm step). now apply Qmult_lt_compat_r. }
  assert (T2 : step * ((Zpos k # 1) * o) <= step * c).
  { rewrite !(Qmult_comm step). apply Qmult_le_compat_r; [trivial|lra]. }
  assert (T3 : step * ((Zpos k # 1) * o) == (Zpos k # 1) * (step * o)) by ring.
  lra.
Qed.
End Upper.

End Expectation.
