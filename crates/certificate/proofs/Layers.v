(** Breadth-first layers: the positions at each distance, by rules of any kind.

    [grown_sound]: after k steps, a ball has exactly the positions within k moves of its centres, and
    its rim exactly those at k moves.
    [reachable_sound]: the counts of [layers] are those of the positions that can be reached.
    [undirected_sound]: so are those of [layers undirected], which forgets all but the last layers. *)

Require Import List Bool Arith Lia.
Import ListNotations.

Section Layers.
Variable position : Type.
Variable dec : forall p q : position, {p = q} + {p <> q}.
Variable after : position -> list position.
Implicit Types (p q : position).

(** [reach A n p]: n moves lead from a position of A to p. *)
Inductive reach (A : list position) : nat -> position -> Prop :=
| reach_start p : In p A -> reach A 0 p
| reach_move n p q : reach A n p -> In q (after p) -> reach A (S n) q.

(** The fewest moves to p are n. *)
Definition distance A n p : Prop := reach A n p /\ forall m, reach A m p -> n <= m.

Lemma reach_distance A n p : reach A n p -> (forall m, m < n -> ~ reach A m p) -> distance A n p.
Proof.
  intros R N. split; [trivial|]. intros m M. destruct (le_lt_dec n m) as [L|L]; [trivial|].
  now apply N in M.
Qed.

Definition mem p (l : list position) : bool := if in_dec dec p l then true else false.

Lemma mem_true p l : mem p l = true <-> In p l.
Proof. unfold mem. destruct (in_dec dec p l); split; easy. Qed.

Lemma mem_false p l : mem p l = false <-> ~ In p l.
Proof. unfold mem. destruct (in_dec dec p l); split; easy. Qed.

(** A ball: the positions inside, and those of the rim ([Ball] in puzzle.rs). *)
Definition ball : Type := list position * list position.

Fixpoint add (inside rim qs : list position) : ball :=
  match qs with
  | [] => (inside, rim)
  | q :: qs => if mem q inside then add inside rim qs else add (q :: inside) (q :: rim) qs
  end.

(** The positions that are one move further ([Ball::grow]). *)
Definition grow (b : ball) : ball := add (fst b) [] (flat_map after (snd b)).

Fixpoint grown (k : nat) (centres : list position) : ball :=
  match k with
  | 0 => (centres, centres)
  | S k => grow (grown k centres)
  end.

Lemma add_spec qs : forall inside rim,
  let b := add inside rim qs in
  (forall p, In p (fst b) <-> In p inside \/ In p qs)
  /\ (forall p, In p (snd b) <-> In p rim \/ (In p qs /\ ~ In p inside))
  /\ length (fst b) + length rim = length (snd b) + length inside
  /\ (NoDup inside -> NoDup (fst b))
  /\ (NoDup rim -> (forall p, In p rim -> In p inside) -> NoDup (snd b)).
Proof.
  induction qs as [|q qs IH]; intros inside rim; simpl.
  - repeat split; trivial; try tauto; lia.
  - destruct (mem q inside) eqn:M.
    + apply mem_true in M. destruct (IH inside rim) as (A & B & C & D & E).
      repeat split; trivial.
      * intros I%A. tauto.
      * intros [I|[->|I]]; apply A; tauto.
      * intros I%B. tauto.
      * intros [I|[[->|I] J]]; apply B; tauto.
    + apply mem_false in M. destruct (IH (q :: inside) (q :: rim)) as (A & B & C & D & E).
      repeat split.
      * intros I%A. simpl in I. tauto.
      * intros I. apply A. simpl. tauto.
      * intros I%B. simpl in I. destruct I as [[->|I]|[I J]]; tauto.
      * intros I. apply B. simpl. destruct (dec q p) as [->|N]; [tauto|].
        destruct I as [I|[[->|I] J]]; tauto.
      * simpl in C. lia.
      * intros N. apply D. now constructor.
      * intros N Sub. apply E; [constructor; auto|]. intros p [->|I]; simpl; auto.
Qed.

Theorem grown_sound centres k :
  let b := grown k centres in
  (forall p, In p (fst b) <-> exists m, m <= k /\ reach centres m p)
  /\ (forall p, In p (snd b) <-> distance centres k p)
  /\ (NoDup centres -> NoDup (fst b) /\ NoDup (snd b)).
Proof.
  induction k as [|k (A & B & C)]; simpl.
  - repeat split; trivial.
    + intros I. exists 0. split; [lia|now constructor].
    + intros (m & L & R). replace m with 0 in R by lia. now inversion R.
    + now constructor.
    + intros m _. lia.
    + intros [R _]. now inversion R.
  - destruct (add_spec (flat_map after (snd (grown k centres))) (fst (grown k centres)) [])
      as (F & G & _ & H & J).
    assert (New : forall p, reach centres (S k) p ->
      In p (fst (grown k centres)) \/ In p (flat_map after (snd (grown k centres)))).
    { intros p R. destruct (in_dec dec p (fst (grown k centres))) as [I|N]; [now left|right].
      inversion R as [|n q p' R' I]; subst. apply in_flat_map. exists q. split; [|trivial].
      apply B. apply reach_distance; [trivial|]. intros m L M. apply N, A.
      exists (S m). split; [lia|now apply reach_move with q]. }
    unfold grow. repeat split.
    + intros [I|I]%F.
      * apply A in I as (m & L & R). exists m. split; [lia|trivial].
      * apply in_flat_map in I as (q & [R _]%B & I). exists (S k).
        split; [lia|now apply reach_move with q].
    + intros (m & L & R). apply F. destruct (Nat.eq_dec m (S k)) as [->|N]; [now apply New|].
      left. apply A. exists m. split; [lia|trivial].
    + apply G in H0 as [[]|[I N]]. apply in_flat_map in I as (q & [R _]%B & I).
      now apply reach_move with q.
    + intros m M. apply G in H0 as [[]|[I N]]. destruct (le_lt_dec (S k) m); [trivial|].
      exfalso. apply N, A. exists m. split; [lia|trivial].
    + intros [R Min]. apply G. right. assert (N : ~ In p (fst (grown k centres))).
      { intros (m & L & M)%A. apply Min in M. lia. }
      split; [|trivial]. destruct (New p R); [easy|trivial].
    + apply H. now apply C.
    + apply J; [constructor|intros ? []].
Qed.

(** A ball without a rim does not grow: what is inside is all that can be reached. *)
Lemma complete centres k : snd (grown k centres) = [] ->
  forall p n, reach centres n p -> exists m, m < k /\ reach centres m p.
Proof.
  intros E. destruct (grown_sound centres k) as (A & B & _). rewrite E in B.
  assert (Less : forall p m, m <= k -> reach centres m p -> exists m, m < k /\ reach centres m p).
  { intros p m L R. destruct (Nat.eq_dec m k) as [->|N]; [|exists m; split; [lia|trivial]].
    assert (D : exists m, m < k /\ reach centres m p).
    { clear L. destruct k as [|k].
      - exfalso. apply (B p). split; [trivial|intros; lia].
      - destruct (grown_sound centres k) as (A' & _ & _).
        destruct (in_dec dec p (fst (grown k centres))) as [I|I].
        + apply A' in I as (m & L & M). exists m. split; [lia|trivial].
        + exfalso. apply (B p). apply reach_distance; [trivial|]. intros m L M. apply I, A'.
          exists m. split; [lia|trivial]. }
    trivial. }
  intros p n R. induction R as [p I|n p q R (m & L & M) I].
  - apply Less with 0; [lia|now constructor].
  - apply Less with (S m); [lia|now apply reach_move with p].
Qed.

(** * Counts *)

(** The entries of `reachable`: the number of positions at each distance, until there are none
    ([Space::layers] in counts.rs). *)
Fixpoint layers (b : ball) (counts : list nat) : bool :=
  match counts with
  | [] => match snd b with [] => true | _ => false end
  | n :: counts => negb (n =? 0) && (length (snd b) =? n) && layers (grow b) counts
  end.

Definition numbers (centres : list position) (counts : list nat) : Prop :=
  forall d, exists layer, NoDup layer /\ length layer = nth d counts 0
    /\ forall p, In p layer <-> distance centres d p.

Theorem reachable_sound centres counts : NoDup centres ->
  layers (grown 0 centres) counts = true -> numbers centres counts.
Proof.
  intros Once. assert (H : forall counts k, layers (grown k centres) counts = true ->
    forall d, exists layer, NoDup layer /\ length layer = nth d counts 0
      /\ forall p, In p layer <-> distance centres (k + d) p).
  { clear counts. induction counts as [|n counts IH]; intros k L d.
    - exists []. split; [constructor|]. split; [now destruct d|].
      intros p. split; [intros []|]. intros [R Min].
      assert (E : snd (grown k centres) = []) by (simpl in L; now destruct (snd (grown k centres))).
      destruct (complete centres k E p _ R) as (m & M & R'). apply Min in R'. lia.
    - simpl in L. apply andb_true_iff in L as [[_ E]%andb_true_iff L]. apply Nat.eqb_eq in E.
      destruct d as [|d].
      + destruct (grown_sound centres k) as (_ & B & C). rewrite Nat.add_0_r.
        exists (snd (grown k centres)). split; [|now split].
        now apply C.
      + destruct (IH (S k) L d) as (layer & N & E' & D). exists layer.
        now rewrite Nat.add_succ_r. }
  intros L d. exact (H counts 0 L d).
Qed.

(** * Layers where moves can be taken back *)

Definition way_back p q : bool := mem p (after q).

(** What the moves from [p] add to the next layer: each leads to one of the last layers, or to a new
    position from which a move leads back ([Space::undirected_layers] in counts.rs). *)
Fixpoint added (before layer : list position) p (qs new : list position) : option (list position) :=
  match qs with
  | [] => Some new
  | q :: qs =>
      if mem q before || mem q layer then added before layer p qs new
      else if way_back p q then added before layer p qs (if mem q new then new else q :: new)
      else None
  end.

(** The next layer. *)
Fixpoint following (before layer ps new : list position) : option (list position) :=
  match ps with
  | [] => Some new
  | p :: ps =>
      match added before layer p (after p) new with
      | Some new => following before layer ps new
      | None => None
      end
  end.

Fixpoint undirected (before layer : list position) (counts : list nat) : bool :=
  match counts with
  | [] => match layer with [] => true | _ => false end
  | n :: counts =>
      negb (n =? 0) && (length layer =? n)
      && match following before layer layer [] with
         | Some new => undirected layer new counts
         | None => false
         end
  end.

Lemma following_spec before layer ps : forall new result, NoDup new ->
  following before layer ps new = Some result ->
  NoDup result
  /\ (forall q, In q result <-> In q new
        \/ exists p, In p ps /\ In q (after p) /\ ~ In q before /\ ~ In q layer)
  /\ forall p q, In p ps -> In q (after p) -> ~ In q before -> ~ In q layer -> In p (after q).
Proof.
  induction ps as [|p ps IH]; intros new result N F.
  { injection F as <-. split; [trivial|]. split; [|intros ? ? []].
    intros q. split; [tauto|]. intros [I|(p & [] & _)]. trivial. }
  cbn [following] in F.
  assert (V : forall qs new between, NoDup new -> added before layer p qs new = Some between ->
    NoDup between
    /\ (forall q, In q between <-> In q new \/ (In q qs /\ ~ In q before /\ ~ In q layer))
    /\ forall q, In q qs -> ~ In q before -> ~ In q layer -> In p (after q)).
  { clear. induction qs as [|q qs IH]; intros new between N V.
    - injection V as <-. split; [trivial|]. split; [intros q; simpl; tauto|intros ? []].
    - simpl in V. destruct (mem q before || mem q layer) eqn:M.
      + destruct (IH _ _ N V) as (A & B & C). split; [trivial|]. apply orb_true_iff in M.
        rewrite !mem_true in M. split.
        * intros x. rewrite B. simpl. split; [tauto|]. intros [I|[[->|I] [X Y]]]; tauto.
        * intros x [->|I] X Y; [tauto|auto].
      + apply orb_false_iff in M as [X Y]. apply mem_false in X, Y.
        destruct (way_back p q) eqn:W; [|easy]. apply mem_true in W.
        destruct (mem q new) eqn:M.
        * apply mem_true in M. destruct (IH _ _ N V) as (A & B & C). split; [trivial|]. split.
          -- intros x. rewrite B. simpl. split; [tauto|]. intros [I|[[->|I] J]]; tauto.
          -- intros x [->|I]; auto.
        * apply mem_false in M. destruct (IH _ _ (NoDup_cons q M N) V) as (A & B & C).
          split; [trivial|]. split.
          -- intros x. rewrite B. simpl. split.
             ++ intros [[->|I]|I]; tauto.
             ++ intros [I|[[->|I] J]]; tauto.
          -- intros x [->|I]; auto. }
  destruct (added before layer p (after p) new) as [between|] eqn:E; [|easy].
  destruct (V _ _ _ N E) as (A & B & C). destruct (IH _ _ A F) as (A' & B' & C').
  split; [trivial|]. split.
  - intros q. rewrite B', B. split.
    + intros [[I|(I & J)]|(x & I & J)]; [tauto|right; exists p; simpl; tauto|right].
      exists x. simpl. tauto.
    + intros [I|(x & [->|I] & J)]; [tauto|tauto|right]. exists x. tauto.
  - intros x q [->|I]; [apply C|now apply C'].
Qed.

(** The distance of the layer before; there is none before the first. *)
Definition before_is start k (before : list position) : Prop :=
  match k with
  | 0 => before = []
  | S k => forall p, In p before <-> distance [start] k p
  end.

Lemma distance_of_last A n p q : distance A (S n) q -> reach A n p -> In q (after p) -> distance A n p.
Proof.
  intros [_ Min] R I. split; [trivial|]. intros m M.
  assert (L : S n <= S m) by (apply Min; now apply reach_move with p). lia.
Qed.

Lemma following_sound start k before layer new :
  before_is start k before -> (forall p, In p layer <-> distance [start] k p) ->
  following before layer layer [] = Some new ->
  NoDup new /\ forall p, In p new <-> distance [start] (S k) p.
Proof.
  intros Bef Lay F. destruct (following_spec _ _ _ _ _ (NoDup_nil _) F) as (N & Is & Back).
  split; [trivial|]. intros q. rewrite Is. split.
  - intros [[]|(p & I & J & X & Y)]. pose proof (Back p q I J X Y) as W.
    apply Lay in I as [R Min]. apply reach_distance; [now apply reach_move with p|].
    intros m L M. assert (k <= S m) by (apply Min; now apply reach_move with q).
    assert (C : m = k \/ S m = k) by lia. destruct C as [->|E].
    + apply Y, Lay. split; [trivial|]. intros i Q. destruct (le_lt_dec k i) as [|Z]; [trivial|].
      (* q is at less than k: then p would be at most at k, so that q is at k - 1. *)
      assert (k <= S i) by (apply Min; now apply reach_move with q). exfalso.
      destruct k as [|k]; [lia|]. apply X. apply Bef. replace i with k in Q by lia.
      split; [trivial|]. intros j J'. assert (S k <= S j) by (apply Min; now apply reach_move with q). lia.
    + subst k. apply X, Bef. split; [trivial|]. intros i Q.
      assert (S m <= S i) by (apply Min; now apply reach_move with q). lia.
  - intros D. right. pose proof D as [R Min]. inversion R as [|n p q' R' I]; subst.
    exists p. split; [apply Lay; now apply distance_of_last with q|]. split; [trivial|]. split.
    + intros B. destruct k as [|k]; simpl in Bef; [now subst before|].
      apply Bef in B as [B _]. apply Min in B. lia.
    + intros B. apply Lay in B as [B _]. apply Min in B. lia.
Qed.

Theorem undirected_sound start counts : undirected [] [start] counts = true -> numbers [start] counts.
Proof.
  assert (H : forall counts k before layer,
    before_is start k before -> NoDup layer -> (forall p, In p layer <-> distance [start] k p) ->
    undirected before layer counts = true ->
    forall d, exists layer, NoDup layer /\ length layer = nth d counts 0
      /\ forall p, In p layer <-> distance [start] (k + d) p).
  { clear counts. induction counts as [|n counts IH]; intros k before layer Bef N Lay U d; simpl in U.
    - exists []. split; [constructor|]. split; [now destruct d|]. intros p. split; [intros []|].
      destruct layer as [|x l]; [|easy]. intros D.
      (* A way to a position that far has one at distance k. *)
      revert p D. induction d as [|d IHd]; intros p D; [rewrite Nat.add_0_r in D; now apply Lay in D|].
      rewrite Nat.add_succ_r in D. pose proof D as [R _]. inversion R as [|m q p' R' I]; subst.
      apply (IHd q). now apply distance_of_last with p.
    - apply andb_true_iff in U as [[_ E]%andb_true_iff U]. apply Nat.eqb_eq in E.
      destruct (following before layer layer []) as [new|] eqn:F; [|easy].
      destruct d as [|d]; [exists layer; now rewrite Nat.add_0_r|].
      destruct (following_sound _ _ _ _ _ Bef Lay F) as [N' New].
      destruct (IH (S k) layer new Lay N' New U d) as (l & A & B & C).
      exists l. now rewrite Nat.add_succ_r. }
  intros U d. apply (H counts 0 [] [start]); trivial.
  - reflexivity.
  - constructor; [intros []|constructor].
  - intros p. split.
    + intros I. split; [now constructor|]. intros m _. lia.
    + intros [R _]. now inversion R.
Qed.

End Layers.
