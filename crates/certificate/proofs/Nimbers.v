(** Nim-values of positions, as the proofs [nimbers] and [least-excluded] compute them.

    [nimbers_sound]: what the checker computes depth-first is the nim-value by its definition.
    [nim_value_wins]: the player to move wins under normal play if and only if it is not 0.
    [sum_of_positions]: that of a sum of positions is the exclusive or of theirs (Sprague, Grundy). *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game Tesuji.Search Tesuji.Win.
Import ListNotations.

(** * The least excluded number *)

Definition is_mex (values : list nat) (v : nat) : Prop :=
  ~ In v values /\ forall m, m < v -> In m values.

Lemma is_mex_unique values v w : is_mex values v -> is_mex values w -> v = w.
Proof.
  intros [A B] [C D]. destruct (lt_eq_lt_dec v w) as [[L|E]|L]; [|trivial|].
  - now elim A; apply D.
  - now elim C; apply B.
Qed.

(** The first number from v on that is not among the values. *)
Fixpoint least_from (fuel v : nat) (values : list nat) : nat :=
  match fuel with
  | 0 => v
  | S fuel => if in_dec Nat.eq_dec v values then least_from fuel (S v) values else v
  end.

Definition mex (values : list nat) : nat := least_from (List.length values) 0 values.

Lemma least_from_spec values : forall fuel v, (forall m, m < v -> In m values) ->
  (forall m, m < least_from fuel v values -> In m values)
  /\ (~ In (least_from fuel v values) values \/ least_from fuel v values = v + fuel).
Proof.
  induction fuel as [|fuel IH]; intros v B; simpl; [split; [trivial|right; lia]|].
  destruct (in_dec Nat.eq_dec v values) as [I|N]; [|auto].
  destruct (IH (S v)) as [A C].
  - intros m L. destruct (Nat.eq_dec m v) as [->|E]; [trivial|apply B; lia].
  - split; [trivial|]. destruct C as [C|C]; [now left|right; lia].
Qed.

Lemma mex_is_mex values : is_mex values (mex values).
Proof.
  unfold mex. destruct (least_from_spec values (List.length values) 0) as [A [C|C]]; [intros; lia|..].
  - now split.
  - split; [|trivial]. intros I. rewrite C in *. simpl in *.
    assert (List.length (seq 0 (S (List.length values))) <= List.length values).
    { apply NoDup_incl_length; [apply seq_NoDup|]. intros m M. apply in_seq in M.
      destruct (Nat.eq_dec m (List.length values)) as [->|E]; [trivial|apply A; lia]. }
    rewrite seq_length in H. lia.
Qed.

Section Nimbers.
Context {G : game}.
Implicit Types (p q : position G).

(** The nim-value by its definition. A position from which play need not end has none. *)
Inductive nim_value : position G -> nat -> Prop :=
| nim_value_of p values v : Forall2 nim_value (after p) values -> is_mex values v -> nim_value p v.

Lemma nim_value_unique : forall p v, nim_value p v -> forall w, nim_value p w -> v = w.
Proof.
  fix IH 3. intros p v [p' values v' F M] w W. inversion W as [? others ? F' M' E]; subst.
  assert (values = others); [|subst; now apply is_mex_unique with others].
  clear W M M'. revert others F'. induction F as [|x a l k N F IHF]; intros others F';
    inversion F' as [|? b ? ? N' F'']; subst; trivial.
  f_equal; [exact (IH x a N b N')|auto].
Qed.

(** * What the checker computes *)

Inductive entry_of := Open | Value (v : nat).

Definition memory := position G -> option entry_of.

Fixpoint values_of (value : position G -> memory -> option (nat * memory)) (l : list (position G))
    (s : memory) : option (list nat * memory) :=
  match l with
  | [] => Some ([], s)
  | q :: l =>
      match value q s with
      | None => None
      | Some (v, s) =>
          match values_of value l s with
          | None => None
          | Some (vs, s) => Some (v :: vs, s)
          end
      end
  end.

(** The position after all moves; where there is none, the player to move has lost ([Space::add_after]). *)
Definition options p : option (list (position G)) :=
  match result p with
  | None => replies p
  | Some r => match after p with [] => if is_win (other (to_move p)) r then Some [] else None | _ => None end
  end.

(** [Space::nimber] in nimbers.rs. *)
Fixpoint value (fuel : nat) p (s : memory) : option (nat * memory) :=
  match fuel with
  | 0 => None
  | S fuel =>
      match s p with
      | Some Open => None                                       (* a cycle *)
      | Some (Value v) => Some (v, s)
      | None =>
          match options p with
          | None => None
          | Some l =>
              match values_of (value fuel) l (put eq_dec s p Open) with
              | None => None
              | Some (vs, s) => Some (mex vs, put eq_dec s p (Value (mex vs)))
              end
          end
      end
  end.

Definition remembered (s : memory) : Prop := forall p v, s p = Some (Value v) -> nim_value p v.

Lemma options_are p l : options p = Some l -> l = after p.
Proof.
  unfold options. destruct (result p).
  - destruct (after p); [|easy]. destruct (is_win _ _); [|easy]. now intros [= <-].
  - now intros (-> & _)%replies_some.
Qed.

Lemma value_sound fuel : forall p s v s', value fuel p s = Some (v, s') -> remembered s ->
  nim_value p v /\ remembered s'.
Proof.
  induction fuel as [|fuel IH]; intros p s v s' E R; simpl in E; [easy|].
  destruct (s p) as [[|w]|] eqn:K; [easy| |].
  - injection E as <- <-. split; [now apply R|trivial].
  - destruct (options p) as [l|] eqn:O; [|easy]. apply options_are in O as ->.
    destruct (values_of _ _ _) as [[vs t]|] eqn:V; [|easy]. injection E as <- <-.
    assert (H : forall l t vs u, values_of (value fuel) l t = Some (vs, u) -> remembered t ->
      Forall2 nim_value l vs /\ remembered u).
    { clear - IH. induction l as [|q l IHl]; intros t vs u E R; simpl in E.
      - injection E as <- <-. now split.
      - destruct (value fuel q t) as [[v t']|] eqn:V; [|easy].
        destruct (values_of (value fuel) l t') as [[vs' t'']|] eqn:W; [|easy].
        injection E as <- <-. destruct (IH _ _ _ _ V R) as [A B].
        destruct (IHl _ _ _ W B) as [C D]. split; [now constructor|trivial]. }
    apply H in V as [F R'].
    + assert (N : nim_value p (mex vs)) by (apply nim_value_of with vs; [trivial|apply mex_is_mex]).
      split; [trivial|]. intros q w. unfold put. destruct (eq_dec q p) as [->|D]; [|auto].
      now intros [= <-].
    + intros q w. unfold put. destruct (eq_dec q p); [discriminate|auto].
Qed.

Theorem nimbers_sound fuel root v s : value fuel root (fun _ => None) = Some (v, s) -> nim_value root v.
Proof. intros E. apply value_sound in E; [tauto|easy]. Qed.

(** * Normal play *)

(** What an impartial game under normal rules is, as far as it is needed here: who cannot move has
    lost, nothing else ends the game, and the players alternate. *)
Definition normal_play : Prop :=
  forall p,
    (result p = None -> after p <> [])
    /\ (forall r, result p = Some r -> r = Win (other (to_move p)) /\ after p = [])
    /\ forall q, In q (after p) -> to_move q = other (to_move p).

Theorem nim_value_wins : normal_play -> forall p v, nim_value p v ->
  wins (if v =? 0 then other (to_move p) else to_move p) p.
Proof.
  intros N. fix IH 3. intros p v [p' values v' F M]. destruct (N p') as (Go & End & Turn).
  assert (Each : forall q, In q (after p') -> exists w, In w values /\
    wins (if w =? 0 then to_move p' else other (to_move p')) q).
  { clear M Go End. induction F as [|x a l k V F IHF]; [intros ? []|].
    intros q [<-|I].
    - exists a. split; [now left|]. pose proof (IH x a V) as W.
      rewrite (Turn x (or_introl eq_refl)), other_other in W. exact W.
    - destruct IHF with q as (w & J & W); [intros; apply Turn; now right|trivial|].
      exists w. split; [now right|trivial]. }
  assert (All : forall w, In w values -> exists q, In q (after p') /\
    wins (if w =? 0 then to_move p' else other (to_move p')) q).
  { clear M Go End Each. induction F as [|x a l k V F IHF]; [intros ? []|].
    intros w [<-|I].
    - exists x. split; [now left|]. pose proof (IH x a V) as W.
      rewrite (Turn x (or_introl eq_refl)), other_other in W. exact W.
    - destruct IHF with w as (q & J & W); [intros; apply Turn; now right|trivial|].
      exists q. split; [now right|trivial]. }
  destruct M as [Not Less]. destruct (result p') as [r|] eqn:R.
  - destruct (End r eq_refl) as [-> E]. rewrite E in F. inversion F; subst.
    destruct v'; [|destruct (Less 0); lia]. exists 0. now apply wins_over.
  - destruct v' as [|v']; simpl.
    + destruct (wins_all (other (to_move p')) (after p')) as [n L].
      { intros q I. destruct (Each q I) as (w & J & W). destruct w; [easy|exact W]. }
      exists (S n). apply wins_other; [trivial|now rewrite other_other|now apply Go|trivial].
    + destruct (All 0 (Less 0 (Nat.lt_0_succ v'))) as (q & I & n & W).
      exists (S n). now apply wins_own with q.
Qed.

End Nimbers.

(** * Sums *)

Lemma lxor_bits a b : Nat.lxor a b
  = 2 * Nat.lxor (Nat.div2 a) (Nat.div2 b) + Nat.b2n (xorb (Nat.odd a) (Nat.odd b)).
Proof.
  rewrite (Nat.div2_odd (Nat.lxor a b)). f_equal.
  - f_equal. rewrite !Nat.div2_spec. apply Nat.shiftr_lxor.
  - f_equal. now rewrite <- !Nat.bit0_odd, Nat.lxor_spec.
Qed.

Lemma below_lxor : forall m a b, m < Nat.lxor a b ->
  (exists a', a' < a /\ Nat.lxor a' b = m) \/ (exists b', b' < b /\ Nat.lxor a b' = m).
Proof.
  assert (H : forall n m a b, a + b <= n -> m < Nat.lxor a b ->
    (exists a', a' < a /\ Nat.lxor a' b = m) \/ (exists b', b' < b /\ Nat.lxor a b' = m)).
  { assert (Make : forall (x y : nat) (c : bool), Nat.div2 (2 * x + Nat.b2n c) = x
      /\ Nat.odd (2 * x + Nat.b2n c) = c).
    { intros x y c. split.
      - rewrite Nat.add_comm. destruct c; simpl Nat.b2n; [apply Nat.div2_succ_double|apply Nat.div2_double].
      - rewrite Nat.add_comm, Nat.odd_add_mul_2. now destruct c. }
    induction n as [|n IH]; intros m a b L M.
    { assert (a = 0) by lia. assert (b = 0) by lia. subst. now apply Nat.nlt_0_r in M. }
    pose proof (Nat.div2_odd a) as A. pose proof (Nat.div2_odd b) as B. pose proof (Nat.div2_odd m) as C.
    set (x := Nat.div2 a) in *. set (y := Nat.div2 b) in *. set (z := Nat.div2 m) in *.
    rewrite lxor_bits in M. fold x y in M.
    assert (Xor : forall u v (c d : bool), Nat.lxor (2 * u + Nat.b2n c) (2 * v + Nat.b2n d)
      = 2 * Nat.lxor u v + Nat.b2n (xorb c d)).
    { intros u v c d. rewrite lxor_bits. destruct (Make u 0 c) as [-> ->].
      now destruct (Make v 0 d) as [-> ->]. }
    destruct (le_lt_dec (Nat.lxor x y) z) as [Z|Z].
    - destruct (Nat.odd a) eqn:Oa, (Nat.odd b) eqn:Ob, (Nat.odd m) eqn:Om; simpl Nat.b2n in *; try lia.
      + left. exists (2 * x + Nat.b2n false). split; [simpl Nat.b2n; lia|].
        replace b with (2 * y + Nat.b2n false) by (simpl; lia). rewrite Xor. simpl. lia.
      + right. exists (2 * y + Nat.b2n false). split; [simpl Nat.b2n; lia|].
        replace a with (2 * x + Nat.b2n false) by (simpl; lia). rewrite Xor. simpl. lia.
    - assert (D : x + y <= n) by (destruct (Nat.odd a), (Nat.odd b); simpl Nat.b2n in *; lia).
      destruct (IH z x y D Z) as [(u & U & E)|(u & U & E)].
      + left. exists (2 * u + Nat.b2n (xorb (Nat.odd m) (Nat.odd b))). split.
        * destruct (xorb (Nat.odd m) (Nat.odd b)), (Nat.odd a); simpl Nat.b2n in *; lia.
        * rewrite B at 2. rewrite Xor, E, xorb_assoc, xorb_nilpotent, xorb_false_r. lia.
      + right. exists (2 * u + Nat.b2n (xorb (Nat.odd a) (Nat.odd m))). split.
        * destruct (xorb (Nat.odd a) (Nat.odd m)), (Nat.odd b); simpl Nat.b2n in *; lia.
        * rewrite A at 1. rewrite Xor, E, <- xorb_assoc, xorb_nilpotent, xorb_false_l. lia. }
  intros m a b. apply (H (a + b)). lia.
Qed.

Lemma lxor_cancel a b c : Nat.lxor a b = Nat.lxor a c -> b = c.
Proof.
  intros E. apply (f_equal (Nat.lxor a)) in E.
  now rewrite <- !Nat.lxor_assoc, Nat.lxor_nilpotent, !Nat.lxor_0_l in E.
Qed.

(** A move in a sum is a move in one of the two; only this is used of it. *)
Definition is_sum {G H K : game} (sum : position G -> position H -> position K) : Prop :=
  forall p q, after (sum p q) = map (fun p' => sum p' q) (after p) ++ map (sum p) (after q).

Theorem sum_of_positions {G H K : game} (sum : position G -> position H -> position K) :
  is_sum sum -> forall p a, nim_value p a -> forall q b, nim_value q b ->
  nim_value (sum p q) (Nat.lxor a b).
Proof.
  intros S. fix IHp 3. intros p a [p' values a' F M]. fix IHq 3. intros q b [q' others b' F' M'].
  apply nim_value_of with (map (fun v => Nat.lxor v b') values ++ map (Nat.lxor a') others).
  - rewrite S. apply Forall2_app.
    + assert (N : nim_value q' b') by now apply nim_value_of with others.
      clear M. induction F as [|x v l k V F IH]; simpl; constructor; trivial.
      exact (IHp x v V q' b' N).
    + clear M'. induction F' as [|y w l k W F' IH]; simpl; constructor; trivial.
      exact (IHq y w W).
  - destruct M as [N L], M' as [N' L']. split.
    + intros I. apply in_app_or in I as [I|I]; apply in_map_iff in I as (v & E & I).
      * apply N. rewrite (Nat.lxor_comm v), (Nat.lxor_comm a') in E.
        now rewrite <- (lxor_cancel _ _ _ E).
      * apply N'. now rewrite <- (lxor_cancel _ _ _ E).
    + intros m Q. apply below_lxor in Q as [(v & V & <-)|(w & W & <-)]; apply in_or_app.
      * left. apply in_map_iff. exists v. auto.
      * right. apply in_map_iff. exists w. auto.
Qed.
