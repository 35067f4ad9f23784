(** Nim-values of heaps, and their periods, which the proof [least-excluded] computes and looks at.

    [values_are_nim_values]: the table that is computed has the nim-values of the rule.
    [period_sound]: a period that holds in the window of the page holds for ever (Guy and Smith 1956).

    The rule says of each number of tokens, up to the most that a move takes, what may remain of the
    heap. That the positions of a heap game are sums of such heaps is a matter of [Nimbers.v]. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Nimbers.
Import ListNotations.

Record rule := Rule {
  most : nat;               (* a move takes at most so many tokens *)
  nothing : nat -> bool;    (* whether a move that takes k tokens may leave nothing, *)
  one : nat -> bool;        (* one heap, *)
  two : nat -> bool;        (* or two heaps, *)
  unequal : bool            (* which must be unequal *)
}.

Section Heaps.
Variable R : rule.

(** The value of an option of a heap of n tokens, where G has those of smaller heaps. *)
Definition option_of (G : nat -> nat) (n v : nat) : Prop :=
  exists k, k <= most R /\ k <= n
    /\ ((nothing R k = true /\ k = n /\ v = 0)
        \/ (one R k = true /\ 1 <= k /\ k < n /\ v = G (n - k))
        \/ (two R k = true /\ exists a b, 1 <= a /\ 1 <= b /\ a + b = n - k
             /\ (unequal R = true -> a <> b) /\ v = Nat.lxor (G a) (G b))).

(** The least number that is not the value of an option. *)
Definition nim_values_of (G : nat -> nat) : Prop :=
  forall n, ~ option_of G n (G n) /\ forall m, m < G n -> option_of G n m.

Lemma same_options G n m : nim_values_of G ->
  (forall v, option_of G n v <-> option_of G m v) -> G n = G m.
Proof.
  intros V E. destruct (V n) as [A B], (V m) as [C D].
  destruct (lt_eq_lt_dec (G n) (G m)) as [[L|L]|L]; [|trivial|].
  - elim A. now apply E, D.
  - elim C. now apply E, B.
Qed.

(** * Periods *)

Definition period_in (G : nat -> nat) (P M E : nat) : Prop := forall n, M <= n < E -> G n = G (n + P).

(** The ends of the windows. *)
Definition window (P M : nat) : nat :=
  if existsb (two R) (seq 0 (S (most R))) then
    if unequal R then 2 * M + 2 * P + most R + 2 else 2 * max M 1 + P + most R
  else M + most R + 1.

Lemma ordered_parts G k n v : two R k = true -> k <= most R -> k <= n ->
  (exists a b, 1 <= a /\ 1 <= b /\ a + b = n - k /\ (unequal R = true -> a <> b)
     /\ v = Nat.lxor (G a) (G b)) ->
  exists a b, 1 <= a /\ a <= b /\ a + b = n - k /\ (unequal R = true -> a <> b)
     /\ v = Nat.lxor (G a) (G b).
Proof.
  intros _ _ _ (a & b & A & B & S & U & V). destruct (le_lt_dec a b).
  - exists a, b. auto 6.
  - exists b, a. rewrite Nat.lxor_comm. repeat split; trivial; lia.
Qed.

(** The window does: each option of a heap beyond it has the value of one of the heap P tokens larger,
    and the other way round. *)
Theorem period_sound G P M : nim_values_of G -> 1 <= P -> period_in G P M (window P M) ->
  forall n, M <= n -> G n = G (n + P).
Proof.
  intros V Pos W.
  assert (Big : forall n, window P M <= n -> M + most R + 1 <= n).
  { unfold window. intros n. destruct (existsb _ _), (unequal R); lia. }
  induction n as [n IH] using (well_founded_induction lt_wf). intros L.
  destruct (le_lt_dec (window P M) n) as [E|E]; [|apply W; lia].
  assert (One : forall k, k <= most R -> 1 <= k -> G (n - k) = G (n - k + P)).
  { intros k K K'. specialize (Big n E). apply IH; lia. }
  assert (Two : forall k, two R k = true -> k <= most R ->
    if unequal R then 2 * M + 2 * P + most R + 2 <= n else 2 * max M 1 + P + most R <= n).
  { intros k T K. unfold window in E.
    replace (existsb (two R) (seq 0 (S (most R)))) with true in E.
    - destruct (unequal R); lia.
    - symmetry. apply existsb_exists. exists k. split; [apply in_seq; lia|trivial]. }
  specialize (Big n E).
  apply same_options; [trivial|]. intros v. split.
  - intros (k & K & Kn & [(Z & -> & ->)|[(O & Kp & Kl & ->)|(T & X)]]); [lia|..].
    + exists k. split; [trivial|]. split; [lia|]. right. left. repeat split; trivial; [lia|].
      rewrite One; trivial. f_equal. lia.
    + apply ordered_parts in X as (a & b & A & B & S & U & ->); trivial.
      specialize (Two k T K). exists k. split; [trivial|]. split; [lia|]. right. right.
      split; [trivial|]. exists a, (b + P). repeat split; try lia.
      f_equal. apply IH; destruct (unequal R); lia.
  - intros (k & K & Kn & [(Z & -> & ->)|[(O & Kp & Kl & ->)|(T & X)]]); [lia|..].
    + exists k. split; [trivial|]. split; [lia|]. right. left. repeat split; trivial; [lia|].
      rewrite One; trivial. f_equal. lia.
    + apply ordered_parts in X as (a & b & A & B & S & U & ->); trivial.
      specialize (Two k T K). exists k. split; [trivial|]. split; [lia|]. right. right.
      split; [trivial|].
      assert (Gb : G (b - P) = G b).
      { replace b with (b - P + P) at 2 by (destruct (unequal R); lia).
        apply IH; destruct (unequal R); lia. }
      destruct (unequal R) eqn:Un.
      * destruct (Nat.eq_dec a (b - P)) as [->|D].
        -- (* The parts would be equal, and the value of the option is 0. *)
           exists (b - P - P), (b - P + P). repeat split; try lia.
           rewrite Gb, Nat.lxor_nilpotent.
           assert (G (b - P - P) = G (b - P)) as ->.
           { replace (b - P) with (b - P - P + P) at 2 by lia. apply IH; lia. }
           replace (b - P + P) with b by lia. now rewrite Gb, Nat.lxor_nilpotent.
        -- exists a, (b - P). repeat split; try lia. now rewrite Gb.
      * exists a, (b - P). repeat split; try lia. now rewrite Gb.
Qed.

(** * Values by the definition *)

Definition pairs (s : nat) : list (nat * nat) :=
  filter (fun '(a, b) => negb (unequal R && (a =? b))) (map (fun a => (a, s - a)) (seq 1 (s - 1))).

Definition options_with (G : nat -> nat) (n : nat) : list nat :=
  flat_map (fun k =>
    (if nothing R k && (k =? n) then [0] else [])
    ++ (if one R k && (1 <=? k) && (k <? n) then [G (n - k)] else [])
    ++ (if two R k then map (fun '(a, b) => Nat.lxor (G a) (G b)) (pairs (n - k)) else []))
    (seq 0 (S (min (most R) n))).

(** The values of the heaps below n, the last one first. *)
Fixpoint values_below (n : nat) : list nat :=
  match n with
  | 0 => []
  | S n =>
      let values := values_below n in
      mex (options_with (fun m => nth (n - 1 - m) values 0) n) :: values
  end.

Definition nim_of (n : nat) : nat := hd 0 (values_below (S n)).

Lemma values_below_nth n : forall m, m < n -> nth (n - 1 - m) (values_below n) 0 = nim_of m.
Proof.
  induction n as [|n IH]; intros m L; [lia|]. destruct (Nat.eq_dec m n) as [->|D].
  - replace (S n - 1 - n) with 0 by lia. reflexivity.
  - replace (S n - 1 - m) with (S (n - 1 - m)) by lia. simpl nth. apply IH. lia.
Qed.

Lemma options_with_spec G n v : In v (options_with G n) <-> option_of G n v.
Proof.
  unfold options_with, option_of. rewrite in_flat_map. split.
  - intros (k & I & J). apply in_seq in I. exists k. split; [lia|]. split; [lia|].
    apply in_app_or in J as [J|J]; [|apply in_app_or in J as [J|J]].
    + destruct (nothing R k) eqn:Z; [|easy]. destruct (k =? n) eqn:E; [|easy].
      apply Nat.eqb_eq in E. destruct J as [<-|[]]. auto.
    + destruct (one R k) eqn:Z; [|easy]. destruct (1 <=? k) eqn:E; [|easy].
      destruct (k <? n) eqn:F; [|easy]. apply Nat.leb_le in E. apply Nat.ltb_lt in F.
      destruct J as [<-|[]]. auto 6.
    + destruct (two R k) eqn:Z; [|easy]. right. right. split; [trivial|].
      apply in_map_iff in J as ([a b] & <- & J). unfold pairs in J. apply filter_In in J as [J U].
      apply in_map_iff in J as (c & [= -> <-] & J). apply in_seq in J.
      exists a, (n - k - a). repeat split; try lia. intros Un. rewrite Un in U. simpl in U.
      apply negb_true_iff in U. now apply Nat.eqb_neq.
  - intros (k & K & Kn & C). exists k. split; [apply in_seq; lia|].
    destruct C as [(Z & -> & ->)|[(Z & A & B & ->)|(Z & a & b & A & B & S & U & ->)]].
    + apply in_or_app. left. rewrite Z, Nat.eqb_refl. now left.
    + apply in_or_app. right. apply in_or_app. left. rewrite Z.
      apply Nat.leb_le in A. apply Nat.ltb_lt in B. rewrite A, B. now left.
    + apply in_or_app. right. apply in_or_app. right. rewrite Z. apply in_map_iff. exists (a, b).
      split; [trivial|]. unfold pairs. apply filter_In. split.
      * apply in_map_iff. exists a. split; [f_equal; lia|apply in_seq; lia].
      * destruct (unequal R); [|trivial]. simpl. apply negb_true_iff, Nat.eqb_neq. auto.
Qed.

(** A move that takes nothing leaves two heaps, each smaller than the one before. *)
Lemma options_extend G H n : (forall m, m < n -> G m = H m) ->
  forall v, option_of G n v -> option_of H n v.
Proof.
  intros E v (k & K & Kn & C). exists k. split; [trivial|]. split; [trivial|].
  destruct C as [C|[(Z & A & B & ->)|(Z & a & b & A & B & S & U & ->)]]; [now left|right|right].
  - left. repeat split; trivial. apply E. lia.
  - right. split; [trivial|]. exists a, b. repeat split; trivial. f_equal; apply E; lia.
Qed.

Theorem values_are_nim_values : nim_values_of nim_of.
Proof.
  intros n. unfold nim_of at 1 3. cbn [values_below hd].
  set (F := fun m => nth (n - 1 - m) (values_below n) 0).
  assert (E : forall m, m < n -> F m = nim_of m) by (intros; now apply values_below_nth).
  destruct (mex_is_mex (options_with F n)) as [A B]. split.
  - intros O. apply A, options_with_spec. revert O. apply options_extend. intros m L. now rewrite E.
  - intros m L. apply options_extend with F; [trivial|]. now apply options_with_spec, B.
Qed.

(** What the checker looks at: the values in the window and P tokens further. *)
Definition has_period (P M : nat) : bool :=
  (1 <=? P)
  && let last := window P M + P in
     let values := rev (values_below last) in
     forallb (fun n => nth n values 0 =? nth (n + P) values 0) (seq M (window P M - M)).

Theorem has_period_sound P M : has_period P M = true -> forall n, M <= n -> nim_of n = nim_of (n + P).
Proof.
  unfold has_period. intros H. apply andb_true_iff in H as [Pos H]. apply Nat.leb_le in Pos.
  rewrite forallb_forall in H. apply period_sound; [exact values_are_nim_values|trivial|].
  assert (Len : forall n, length (values_below n) = n) by (induction n; simpl; auto).
  assert (Nth : forall n last, n < last -> nth n (rev (values_below last)) 0 = nim_of n).
  { intros n last L. rewrite rev_nth, Len by (now rewrite Len).
    replace (last - S n) with (last - 1 - n) by lia. now apply values_below_nth. }
  intros n [A B]. specialize (H n). rewrite !Nth in H by lia.
  apply Nat.eqb_eq, H, in_seq. lia.
Qed.

End Heaps.
