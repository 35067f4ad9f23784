(** [can_win] and [can_survive] as walk.rs computes them, by the bound and by safe moves.

    [leaves_sound]: what they answer is true, if no player loses by an own move. Without that it need
    not be: [Examples.v] has a game. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game Tesuji.Search.
Import ListNotations.

Section Leaves.
Context {G : game}.
Implicit Types (p q : position G) (P : player).

Variable bound : player -> position G -> option nat.
Variable safe_moves : position G -> option (bool * list (position G)).

(** [Checks::may_win]. *)
Definition may_win P (n : nat) p : bool :=
  match bound P p with Some fewest => fewest <=? n | None => false end.


(** [Checks::wins] and [Checks::survives]. *)
Fixpoint leaf_wins P (n : nat) p : option bool :=
  match n with
  | 0 => Some false
  | S m =>
      if may_win P ((n + 1) / 2) p then
        match safe_moves p with
        | Some (true, _) => Some true
        | Some (false, l) =>
            if n <=? 2 then Some false
            else any_of p (fun q => opposite (leaf_survives (other P) m q)) l
        | None =>
            any p (fun q =>
              match result q with
              | Some r => Some (is_win P r)
              | None => opposite (leaf_survives (other P) m q)
              end)
        end
      else Some false
  end
with leaf_survives P (n : nat) p : option bool :=
  match n with
  | 0 => Some true
  | S m =>
      if may_win (other P) (n / 2) p then
        match safe_moves p with
        | Some (true, _) => Some true
        | Some (false, l) =>
            if n =? 1 then Some true
            else if n <=? 3 then Some match l with [] => false | _ => true end
            else any_of p (fun q => opposite (leaf_wins (other P) m q)) l
        | None =>
            any p (fun q =>
              match result q with
              | Some r => Some (negb (is_win (other P) r))
              | None => opposite (leaf_wins (other P) m q)
              end)
        end
      else Some true
  end.

Hypothesis bound_is_right : bound_holds bound.
Hypothesis players_alternate : alternate (G := G).

Definition safe_moves_hold : Prop := forall p wins l, safe_moves p = Some (wins, l) ->
  if wins then exists q, In q (after p) /\ result q = Some (Win (to_move p))
  else
    after p <> [] /\ incl l (after p)
    /\ (forall q, In q l -> result q = None
          /\ forall x, In x (after q) -> result x <> Some (Win (to_move q)))
    /\ forall q, In q (after p) -> In q l
         \/ (result q = None /\ exists x, In x (after q) /\ result x = Some (Win (to_move q))).
Hypothesis safe_moves_are_right : safe_moves_hold.

(** No player loses by an own move. *)
Hypothesis own_moves_do_not_lose : forall p q, result p = None -> In q (after p) ->
  result q <> Some (Win (other (to_move p))).

(** With one own ply, who has not won yet and is not to move cannot win by the other's move. *)
Lemma survives_one p : result p = None -> safe (to_move p) 1 p.
Proof.
  intros R. simpl. rewrite R, (proj2 (same_true (to_move p) (to_move p)) eq_refl).
  destruct (after p) as [|q l] eqn:E; [now left|right]. exists q. split; [now left|].
  assert (I : In q (after p)) by (rewrite E; now left).
  pose proof (own_moves_do_not_lose p q R I) as H. simpl. destruct (result q) as [r|]; [|trivial].
  intros ->. now apply H.
Qed.

Lemma cannot_win P n p : result p = None ->
  may_win P (if same P (to_move p) then (n + 1) / 2 else n / 2) p = false ->
  safe (other P) n p.
Proof.
  intros R M. destruct (determined P n p) as [W|S]; [exfalso|trivial].
  destruct (wins_play _ _ _ players_alternate W) as (m & Y & L). specialize (L R).
  destruct (bound_is_right _ _ _ Y) as (b & E & C). unfold may_win in M. rewrite E in M.
  apply Nat.leb_gt in M. destruct (same P (to_move p)).
  - pose proof (Nat.div_le_lower_bound (n + 1) 2 m). lia.
  - pose proof (Nat.div_le_lower_bound n 2 m). lia.
Qed.

Lemma any_of_true p test l : any_of p test l = Some true ->
  exists q, In q l /\ turns p q = true /\ test q = Some true.
Proof.
  induction l as [|q l IH]; simpl; [easy|]. destruct (turns p q) eqn:T; [|easy].
  destruct (test q) as [[]|] eqn:F; [|..|easy]; intros E.
  - exists q. auto.
  - destruct (IH E) as (x & I & X). exists x. auto.
Qed.

Lemma any_of_false p test l : any_of p test l = Some false ->
  forall q, In q l -> turns p q = true /\ test q = Some false.
Proof.
  induction l as [|x l IH]; simpl; [easy|]. destruct (turns p x) eqn:T; [|easy].
  destruct (test x) as [[]|] eqn:F; [easy|..|easy]. intros E q [<-|I]; auto.
Qed.

Theorem leaves_sound n :
  (forall P p b, result p = None -> to_move p = P -> leaf_wins P n p = Some b ->
     if b then wins_within P n p else safe (other P) n p)
  /\ (forall P p b, result p = None -> to_move p = P -> leaf_survives P n p = Some b ->
     if b then safe P n p else wins_within (other P) n p).
Proof.
  induction n as [|m [IHw IHs]]; split; intros P p b R T C.
  1, 2: injection C as <-; simpl; now rewrite R.
  - set (n := S m) in *.
    change (leaf_wins P n p) with (
      if may_win P ((n + 1) / 2) p then
        match safe_moves p with
        | Some (true, _) => Some true
        | Some (false, l) =>
            if n <=? 2 then Some false
            else any_of p (fun q => opposite (leaf_survives (other P) m q)) l
        | None =>
            any p (fun q =>
              match result q with
              | Some r => Some (is_win P r)
              | None => opposite (leaf_survives (other P) m q)
              end)
        end
      else Some false) in C.
    assert (All : (forall q, In q (after p) -> safe (other P) m q) -> safe (other P) n p).
    { intros A. unfold n. simpl. rewrite R, T. now replace (same (other P) P) with false by now destruct P. }
    destruct (may_win P ((n + 1) / 2) p) eqn:M.
    2: { injection C as <-. apply cannot_win; [trivial|].
         now rewrite (proj2 (same_true P (to_move p)) (eq_sym T)). }
    destruct (safe_moves p) as [[[|] l]|] eqn:F.
    + injection C as <-. destruct (safe_moves_are_right _ _ _ F) as (q & I & W).
      apply wins_own with q; [trivial..|]. apply wins_over. congruence.
    + destruct (safe_moves_are_right _ _ _ F) as (N & Sub & Live & Rest).
      assert (Unsafe : forall q, result q = None ->
        (exists x, In x (after q) /\ result x = Some (Win (to_move q))) -> In q (after p) ->
        safe (other P) m q).
      { intros q Q (x & J & X) I. pose proof (turns_next _ _ (players_alternate p q R I) Q) as U.
        rewrite T in U. apply wins_safe with 1. apply wins_own with x; [trivial..|].
        apply wins_over. congruence. }
      destruct (n <=? 2) eqn:L.
      * injection C as <-. apply Nat.leb_le in L. apply All. intros q I.
        assert (Q : result q = None) by (destruct (Rest q I) as [J|[J _]]; [now apply Live|trivial]).
        pose proof (turns_next _ _ (players_alternate p q R I) Q) as U. rewrite T in U. rewrite <- U.
        apply safe_fewer with 1; [now apply survives_one|unfold n in L; lia].
      * destruct b.
        -- apply any_of_true in C as (q & I & U & C). apply opposite_some in C.
           apply wins_own with q; [trivial..|now apply Sub|].
           apply IHs in C; [|now apply Live|].
           ++ now rewrite other_other in C.
           ++ rewrite <- T. apply turns_next; [trivial|now apply Live].
        -- apply All. intros q I. destruct (Rest q I) as [J|[Q X]]; [|now apply Unsafe].
           destruct (any_of_false _ _ _ C q J) as [U D]. apply opposite_some in D.
           apply IHs in D; [trivial|now apply Live|].
           rewrite <- T. apply turns_next; [trivial|now apply Live].
    + destruct b.
      * apply any_true in C as (q & I & U & C). apply wins_own with q; trivial.
        destruct (result q) as [r|] eqn:Q.
        -- injection C as C. apply is_win_true in C as ->. now apply wins_over.
        -- apply opposite_some in C. apply IHs in C; trivial; [now rewrite other_other in C|].
           rewrite <- T. now apply turns_next.
      * apply any_false in C as [N C]. apply All. intros q I. destruct (C q I) as [U D].
        destruct (result q) as [r|] eqn:Q.
        -- injection D as D. apply (safe_over _ _ _ _ Q). rewrite other_other. now apply is_win_false.
        -- apply opposite_some in D. apply IHs in D; trivial. rewrite <- T. now apply turns_next.
  - set (n := S m) in *.
    change (leaf_survives P n p) with (
      if may_win (other P) (n / 2) p then
        match safe_moves p with
        | Some (true, _) => Some true
        | Some (false, l) =>
            if n =? 1 then Some true
            else if n <=? 3 then Some match l with [] => false | _ => true end
            else any_of p (fun q => opposite (leaf_wins (other P) m q)) l
        | None =>
            any p (fun q =>
              match result q with
              | Some r => Some (negb (is_win (other P) r))
              | None => opposite (leaf_wins (other P) m q)
              end)
        end
      else Some true) in C.
    assert (One : forall q, In q (after p) -> safe P m q -> safe P n p).
    { intros q I A. unfold n. simpl. rewrite R, (proj2 (same_true P (to_move p)) (eq_sym T)).
      right. now exists q. }
    destruct (may_win (other P) (n / 2) p) eqn:M.
    2: { injection C as <-. rewrite <- (other_other P). apply cannot_win; [trivial|].
         rewrite T. now replace (same (other P) P) with false by now destruct P. }
    destruct (safe_moves p) as [[[|] l]|] eqn:F.
    + injection C as <-. destruct (safe_moves_are_right _ _ _ F) as (q & I & W).
      apply wins_safe with 1. apply wins_own with q; [trivial..|]. apply wins_over. congruence.
    + destruct (safe_moves_are_right _ _ _ F) as (N & Sub & Live & Rest).
      assert (Unsafe : forall q, result q = None ->
        (exists x, In x (after q) /\ result x = Some (Win (to_move q))) -> In q (after p) ->
        1 <= m -> wins_within (other P) m q).
      { intros q Q (x & J & X) I L. pose proof (turns_next _ _ (players_alternate p q R I) Q) as U.
        rewrite T in U. apply wins_more with 1; [|trivial]. apply wins_own with x; [trivial..|].
        apply wins_over. congruence. }
      destruct (n =? 1) eqn:E1.
      { injection C as <-. apply Nat.eqb_eq in E1. rewrite E1, <- T. now apply survives_one. }
      apply Nat.eqb_neq in E1. assert (L1 : 1 <= m) by (unfold n in E1; lia).
      destruct (n <=? 3) eqn:L.
      * apply Nat.leb_le in L. injection C as C. destruct l as [|y k].
        -- subst b. apply wins_other; [trivial|now rewrite other_other|trivial|].
           intros q I. destruct (Rest q I) as [[]|[Q X]]. now apply Unsafe.
        -- subst b. assert (J : In y (y :: k)) by now left. destruct (Live y J) as [Q Not].
           pose proof (turns_next _ _ (players_alternate p y R (Sub y J)) Q) as U. rewrite T in U.
           apply One with y; [now apply Sub|]. apply safe_fewer with 2; [|unfold n in L; lia].
           simpl. rewrite Q, U. replace (same P (other P)) with false by now destruct P.
           intros x I. specialize (Not x I). rewrite U in Not.
           destruct (result x) as [r|] eqn:X; [congruence|].
           pose proof (turns_next _ _ (players_alternate y x Q I) X) as V.
           rewrite U, other_other in V. pose proof (survives_one x X) as S1. rewrite V in S1.
           simpl in S1. rewrite X in S1. exact S1.
      * destruct b.
        -- apply any_of_true in C as (q & I & U & C). apply opposite_some in C.
           apply One with q; [now apply Sub|]. apply IHw in C; [|now apply Live|].
           ++ now rewrite other_other in C.
           ++ rewrite <- T. apply turns_next; [trivial|now apply Live].
        -- apply wins_other; [trivial|now rewrite other_other|trivial|]. intros q I.
           destruct (Rest q I) as [J|[Q X]]; [|now apply Unsafe].
           destruct (any_of_false _ _ _ C q J) as [U D]. apply opposite_some in D.
           apply IHw in D; [trivial|now apply Live|].
           rewrite <- T. apply turns_next; [trivial|now apply Live].
    + destruct b.
      * apply any_true in C as (q & I & U & C). apply One with q; [trivial|].
        destruct (result q) as [r|] eqn:Q.
        -- injection C as C. apply (safe_over _ _ _ _ Q). now apply is_win_false, negb_true_iff.
        -- apply opposite_some in C. apply IHw in C; trivial; [now rewrite other_other in C|].
           rewrite <- T. now apply turns_next.
      * apply any_false in C as [N C]. apply wins_other; [trivial|now rewrite other_other|trivial|].
        intros q I. destruct (C q I) as [U D]. destruct (result q) as [r|] eqn:Q.
        -- injection D as D. apply negb_false_iff, is_win_true in D as ->. now apply wins_over.
        -- apply opposite_some in D. apply IHw in D; trivial. rewrite <- T. now apply turns_next.
Qed.

End Leaves.
