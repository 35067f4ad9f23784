(** The search of alpha_beta.rs, which the checker runs in place of [can_force] as the page defines it.

    It tries moves in any order, keeps what it finds in a table that forgets at will, looks ahead in that
    table, omits positions by the bound, plays safe moves only, and asks the game for forced wins.
    [alpha_beta_sound]: what it answers is true in the sense that the proofs of the walks need, which is
    that of [can_force_sound] and [can_force_horizon]. Of leaves it is so only if no player loses by an
    own move: [Examples.v] has a game. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game Tesuji.Search.
Import ListNotations.

Section AlphaBeta.
Context {G : game}.
Implicit Types (p q : position G).

Variable bound : player -> position G -> option nat.
Hypothesis bound_is_right : bound_holds bound.
Hypothesis players_alternate : alternate (G := G).

(** [Game::visit_safe_moves]: whether a move wins at once, and if not, the positions after the safe
    moves. *)
Variable safe_moves : position G -> option (bool * list (position G)).
Definition safe_moves_hold : Prop := forall p wins l, safe_moves p = Some (wins, l) ->
  if wins then exists q, In q (after p) /\ result q = Some (Win (to_move p))
  else
    after p <> [] /\ incl l (after p)
    /\ (forall q, In q l -> result q = None
          /\ forall x, In x (after q) -> result x <> Some (Win (to_move q)))
    /\ forall q, In q (after p) -> In q l
         \/ (result q = None /\ exists x, In x (after q) /\ result x = Some (Win (to_move q))).
Hypothesis safe_moves_are_right : safe_moves_hold.

(** [Game::forced_win]: who wins, and within how many plies. The leaves do not ask: then it is [None]. *)
Variable forced_win : position G -> option (player * nat).
Hypothesis forced_wins_are_right : forall p P n, forced_win p = Some (P, n) -> wins_within P n p.

(** [Kind]: the attacker, whether the end of the plies counts as a win of the attacker, and whether the
    search keeps a table; those of the leaves do not. *)
Variable A : player.
Variable horizon : bool.
Variable keeps : bool.

(** No player loses by an own move. *)
Definition own_moves_do_not_lose : Prop := forall p q, result p = None -> In q (after p) ->
  result q <> Some (Win (other (to_move p))).
Hypothesis leaves : keeps = true \/ (horizon = false /\ own_moves_do_not_lose).

(** What an answer says. With [horizon], only a negative one is used. *)
Definition answer (n : nat) p (won : bool) : Prop :=
  if horizon then won = false -> holds (other A) p
  else if won then wins_within A n p else safe (other A) n p.

Record fact := Fact { about : position G; plies : nat; won : bool }.

(** The table, of which nothing is used but that it invents no facts. *)
Variable table : Type.
Variable has : table -> fact -> Prop.
Variable find : table -> position G -> option fact.
Variable insert : table -> fact -> table.
Hypothesis found : forall t p f, find t p = Some f -> has t f /\ about f = p.
Hypothesis inserted : forall t f g, has (insert t f) g -> g = f \/ has t g.

(** The order of the moves, and where it looks ahead: asks the game, and looks into the table. *)
Variable order : nat -> table -> list (position G) -> list (position G).
Hypothesis ordered : forall n t l q, In q (order n t l) <-> In q l.
Variable asks : nat -> bool.
Variable looks_up : nat -> list (position G) -> bool.

Definition attacks_within (n : nat) (attacks : bool) : nat := if attacks then (n + 1) / 2 else n / 2.

(** [Table::get]. *)
Definition get (t : table) p (n : nat) : option bool :=
  match find t p with
  | None => None
  | Some f =>
      if (if eqb (won f) horizon then n <=? plies f else plies f <=? n) then Some (won f) else None
  end.

(** [AlphaBeta::sees]. *)
Definition sees p (n : nat) : option bool :=
  match forced_win p with
  | None => None
  | Some (P, within) =>
      let wins := same P A in
      if (within <=? n) || eqb wins horizon then Some wins else None
  end.

Inductive children := Decided | Undecided (l : list (position G)).

(** [AlphaBeta::add_children], of which n is the plies that are left: all moves, and safe ones. *)
Fixpoint all_of p (n : nat) (attacks : bool) (l : list (position G)) : option children :=
  match l with
  | [] => Some (Undecided [])
  | q :: l =>
      if turns p q then
        match result q, n with
        | Some _, _ | None, 1 =>
            let won := match result q with Some r => is_win A r | None => horizon end in
            if eqb won attacks then Some Decided else all_of p n attacks l
        | None, _ =>
            match all_of p n attacks l with
            | Some (Undecided l) => Some (Undecided (q :: l))
            | end_ => end_
            end
        end
      else None
  end.

Definition children_of p (n : nat) (attacks : bool) : option children :=
  match (if (n <? 3) && keeps then None else safe_moves p) with
  | Some (true, _) => Some Decided
  | Some (false, l) =>
      let moves := attacks_within n attacks in
      if keeps || (1 <? moves) then Some (Undecided l)
      else if negb attacks && ((moves =? 0) || match l with [] => false | _ => true end)
      then Some Decided else Some (Undecided [])
  | None => match after p with [] => None | l => all_of p n attacks l end
  end.

(** [AlphaBeta::looks_ahead]: the children of which nothing is known; none if one decides. *)
Fixpoint look_ahead (t : table) (n : nat) (attacks ask looks : bool) (l : list (position G))
  : option (list (position G)) :=
  match l with
  | [] => Some []
  | q :: l =>
      let known := match (if ask then sees q n else None) with
        | Some w => Some w
        | None => if looks then get t q n else None
        end in
      match known with
      | Some w => if eqb w attacks then None else look_ahead t n attacks ask looks l
      | None =>
          match look_ahead t n attacks ask looks l with
          | Some l => Some (q :: l)
          | None => None
          end
      end
  end.

(** [AlphaBeta::tries]. *)
Fixpoint tries (search : position G -> table -> option (bool * table)) (attacks : bool)
    (l : list (position G)) (t : table) : option (bool * table) :=
  match l with
  | [] => Some (negb attacks, t)
  | q :: l =>
      match search q t with
      | None => None
      | Some (w, t) => if eqb w attacks then Some (attacks, t) else tries search attacks l t
      end
  end.

(** [AlphaBeta::wins], with n + 1 plies and the search with n plies, if there is one. *)
Definition search_by (deeper : option (position G -> table -> option (bool * table))) (n : nat) p (t : table)
  : option (bool * table) :=
  let attacks := same A (to_move p) in
  if match bound A p with
     | None => true
     | Some fewest => (attacks_within (S n) attacks <? fewest) && negb horizon
     end
  then Some (false, t)
  else
    match children_of p (S n) attacks with
    | None => None
    | Some Decided => Some (attacks, t)
    | Some (Undecided []) => Some (negb attacks, t)
    | Some (Undecided l) =>
        let several := 1 <? length l in
        match (if several then get t p (S n) else None), deeper with
        | Some w, _ => Some (w, t)
        | None, None => None                  (* with one ply, no child is left *)
        | None, Some search =>
            match
              match look_ahead t n attacks (asks n) (looks_up n l) l with
              | None => Some (attacks, t)
              | Some l => tries search attacks (order n t l) t
              end
            with
            | None => None
            | Some (w, t) => Some (w, if several then insert t (Fact p (S n) w) else t)
            end
        end
    end.

Fixpoint search (n : nat) p (t : table) : option (bool * table) :=
  search_by (match n with 0 => None | S m => Some (search m) end) n p t.

(** [Searches::can_force]. *)
Definition run (n : nat) p (t : table) : option (bool * table) :=
  match result p, n with
  | Some r, _ => Some (is_win A r, t)
  | None, 0 => Some (horizon, t)
  | None, S n => match sees p (S n) with Some w => Some (w, t) | None => search n p t end
  end.

Definition right (t : table) : Prop := forall f, has t f -> answer (plies f) (about f) (won f).

Lemma answer_over n p r : result p = Some r -> answer n p (is_win A r).
Proof.
  intros R. unfold answer. destruct horizon.
  - intros W. apply is_win_false in W. apply holds_over with r; [trivial|]. now rewrite other_other.
  - destruct (is_win A r) eqn:W.
    + apply is_win_true in W as ->. now apply wins_over.
    + apply is_win_false in W. apply (safe_over _ _ _ _ R). now rewrite other_other.
Qed.

Lemma answer_end p : result p = None -> answer 0 p horizon.
Proof. intros R. unfold answer. destruct horizon; [easy|]. simpl. now rewrite R. Qed.

Lemma answer_win P n m p : wins_within P n p -> n <= m \/ same P A = horizon -> answer m p (same P A).
Proof.
  intros W L. unfold answer. destruct (same P A) eqn:E.
  - apply same_true in E as ->. destruct horizon; [easy|]. destruct L as [L|L]; [|easy].
    now apply wins_more with n.
  - assert (P = other A) as -> by (destruct P, A; easy).
    destruct horizon; [intros _; now apply wins_holds with n|now apply wins_safe with n].
Qed.

(** A move that decides, for the player to move. *)
Lemma answer_some n p q : result p = None -> In q (after p) ->
  answer n q (same A (to_move p)) -> answer (S n) p (same A (to_move p)).
Proof.
  intros R I. unfold answer. destruct (same A (to_move p)) eqn:T.
  - apply same_true in T. destruct horizon; [easy|]. intros W. now apply wins_own with q.
  - apply same_false in T. destruct horizon.
    + intros H _. apply holds_own with q; auto.
    + intros W. simpl. rewrite R, T. replace (same (other A) (other A)) with true by now destruct A.
      right. now exists q.
Qed.

(** No move decides. *)
Lemma answer_all n p : result p = None -> after p <> [] ->
  (forall q, In q (after p) -> answer n q (negb (same A (to_move p)))) ->
  answer (S n) p (negb (same A (to_move p))).
Proof.
  intros R N. unfold answer. destruct (same A (to_move p)) eqn:T; simpl negb.
  - apply same_true in T. subst A. destruct horizon.
    + intros H _. apply holds_other; [trivial|now rewrite other_other|auto].
    + intros W. simpl. rewrite R. now replace (same (other (to_move p)) (to_move p)) with false
        by now destruct (to_move p).
  - apply same_false in T. destruct horizon; [easy|]. intros W. now apply wins_other.
Qed.

Lemma get_right t p n w : right t -> get t p n = Some w -> answer n p w.
Proof.
  unfold get. intros R. destruct (find t p) as [f|] eqn:F; [|easy]. apply found in F as [H <-].
  specialize (R f H). destruct f as [p' m v]. simpl. unfold answer in *. simpl in R.
  destruct horizon, v; simpl.
  - destruct (n <=? m); [intros [= <-]; easy|easy].
  - destruct (m <=? n); [intros [= <-]; trivial|easy].
  - destruct (m <=? n) eqn:L; [intros [= <-]|easy]. apply Nat.leb_le in L. now apply wins_more with m.
  - destruct (n <=? m) eqn:L; [intros [= <-]|easy]. apply Nat.leb_le in L. now apply safe_fewer with m.
Qed.

Lemma sees_right p n w : sees p n = Some w -> answer n p w.
Proof.
  unfold sees. destruct (forced_win p) as [[P m]|] eqn:F; [|easy].
  apply forced_wins_are_right in F. destruct ((m <=? n) || eqb (same P A) horizon) eqn:E; [|easy].
  intros [= <-]. apply answer_win with m; [trivial|]. apply orb_true_iff in E as [E|E].
  - left. now apply Nat.leb_le.
  - right. now apply eqb_prop.
Qed.

Lemma eqb_negb w v : eqb w v = false -> w = negb v.
Proof. destruct w, v; easy. Qed.

(** With one own ply, the other player has no move by which to win. *)
Lemma survives_one p : own_moves_do_not_lose -> result p = None -> safe (to_move p) 1 p.
Proof.
  intros Own R. simpl. rewrite R, (proj2 (same_true (to_move p) (to_move p)) eq_refl).
  destruct (after p) as [|q l] eqn:E; [now left|right]. exists q. split; [now left|].
  assert (I : In q (after p)) by (rewrite E; now left).
  pose proof (Own p q R I) as H. simpl. destruct (result q) as [r|]; [|trivial]. intros ->. now apply H.
Qed.

Lemma children_right p n : result p = None ->
  match children_of p (S n) (same A (to_move p)) with
  | None => True
  | Some Decided => exists q, In q (after p) /\ answer n q (same A (to_move p))
  | Some (Undecided l) =>
      after p <> [] /\ incl l (after p) /\ (forall q, In q l -> result q = None)
      /\ (n = 0 -> l = [])
      /\ forall q, In q (after p) -> In q l \/ answer n q (negb (same A (to_move p)))
  end.
Proof.
  intros R. unfold children_of.
  destruct (if (S n <? 3) && keeps then None else safe_moves p) as [[wins l]|] eqn:M.
  - assert (F : safe_moves p = Some (wins, l)) by now destruct ((S n <? 3) && keeps).
    apply safe_moves_are_right in F. destruct wins.
    + destruct F as (q & I & W). exists q. split; [trivial|].
      replace (same A (to_move p)) with (is_win A (Win (to_move p))) by easy. now apply answer_over.
    + destruct F as (N & Sub & Live & All).
      assert (Open : forall q, In q (after p) -> result q = None)
        by (intros q I; destruct (All q I) as [J|[F _]]; [now apply Live|trivial]).
      assert (Turn : forall q, In q (after p) -> to_move q = other (to_move p))
        by (intros q I; apply turns_next; auto).
      assert (Unsafe : 1 <= n -> forall q, In q (after p) -> In q l \/ answer n q (negb (same A (to_move p)))).
      { intros L q I. destruct (All q I) as [J|(F & x & J & X)]; [now left|right].
        replace (negb (same A (to_move p))) with (same (to_move q) A)
          by (rewrite (Turn q I); now destruct A, (to_move p)).
        apply answer_win with 1; [|now left]. apply wins_own with x; [trivial..|]. now apply wins_over. }
      destruct (keeps || (1 <? attacks_within (S n) (same A (to_move p)))) eqn:K.
      { assert (L : 2 <= n).
        { destruct keeps; [destruct (S n <? 3) eqn:L; [easy|apply Nat.ltb_ge in L; lia]|].
          apply Nat.ltb_lt in K. unfold attacks_within in K. destruct n as [|[|n]]; [..|lia];
            destruct (same A (to_move p)); simpl in K; lia. }
        split; [trivial|]. split; [trivial|]. split; [intros q I; now apply Live|].
        split; [lia|]. apply Unsafe. lia. }
      apply orb_false_iff in K as [K K']. apply Nat.ltb_ge in K'.
      destruct leaves as [?|[Z Own]]; [congruence|]. unfold answer in *. rewrite Z in *.
      destruct (same A (to_move p)) eqn:T; cbn [negb andb] in *.
      * apply same_true in T. repeat split; trivial; try now intros ? []. intros q I. right.
        destruct n as [|[|n]]; [simpl; now rewrite (Open q I)| |].
        -- rewrite T, <- (Turn q I). apply survives_one; auto.
        -- pose proof (Nat.div_le_lower_bound (S (S (S n)) + 1) 2 2). unfold attacks_within in K'. lia.
      * apply same_false in T. destruct l as [|y k].
        -- destruct (attacks_within (S n) false =? 0) eqn:L; simpl.
           ++ destruct (after p) as [|q l] eqn:E; [easy|]. exists q. split; [now left|].
              assert (n = 0) as -> by (destruct n as [|n]; [trivial|]; apply Nat.eqb_eq in L;
                pose proof (Nat.div_le_lower_bound (S (S n)) 2 1); unfold attacks_within in L; lia).
              simpl. rewrite (Open q); [trivial|now left].
           ++ assert (1 <= n) by (destruct n; [easy|lia]).
              repeat split; trivial; try now intros ? []. now apply Unsafe.
        -- rewrite orb_true_r. assert (J : In y (y :: k)) by now left.
           exists y. split; [now apply Sub|]. apply safe_fewer with 2.
           2: { destruct (le_lt_dec n 2) as [|L]; [trivial|]. unfold attacks_within in K'.
                pose proof (Nat.div_le_lower_bound (S n) 2 2). lia. }
           destruct (Live y J) as [Q Not]. pose proof (Turn y (Sub y J)) as U.
           simpl. rewrite Q, U, T. replace (same (other A) (other (other A))) with false by now destruct A.
           intros x I. specialize (Not x I). rewrite U, T in Not.
           destruct (result x) as [r|] eqn:X; [congruence|].
           pose proof (turns_next _ _ (players_alternate y x Q I) X) as V.
           rewrite U, T, other_other in V. rewrite <- V.
           pose proof (survives_one x Own X) as S1. simpl in S1. now rewrite X in S1.
  - destruct (after p) as [|y k] eqn:Y; [easy|]. clear M. rewrite <- Y.
    assert (C : forall l, incl l (after p) ->
      match all_of p (S n) (same A (to_move p)) l with
      | None => True
      | Some Decided => exists q, In q (after p) /\ answer n q (same A (to_move p))
      | Some (Undecided m) =>
          incl m l /\ (forall q, In q m -> result q = None) /\ (n = 0 -> m = [])
          /\ forall q, In q l -> In q m \/ answer n q (negb (same A (to_move p)))
      end).
    { induction l as [|q l IH]; intros Sub; simpl.
      - repeat split; trivial; [intros ? []|intros ? []..].
      - destruct (turns p q); [|trivial].
        assert (I : In q (after p)) by (apply Sub; now left).
        assert (Sub' : incl l (after p)) by (intros z Z; apply Sub; now right).
        specialize (IH Sub').
        assert (Leaf : forall w, answer n q w -> match (if eqb w (same A (to_move p))
            then Some Decided else all_of p (S n) (same A (to_move p)) l) with
          | None => True
          | Some Decided => exists q, In q (after p) /\ answer n q (same A (to_move p))
          | Some (Undecided m) =>
              incl m (q :: l) /\ (forall q, In q m -> result q = None) /\ (n = 0 -> m = [])
              /\ forall x, In x (q :: l) -> In x m \/ answer n x (negb (same A (to_move p)))
          end).
        { intros w W. destruct (eqb w (same A (to_move p))) eqn:E.
          - apply eqb_prop in E as ->. now exists q.
          - apply eqb_negb in E as ->. destruct (all_of _ _ _ l) as [[|m]|]; [trivial| |trivial].
            destruct IH as (S1 & S2 & S3 & S4). split; [intros x J; right; auto|].
            split; [trivial|]. split; [trivial|]. intros x [<-|J]; auto. }
        destruct (result q) as [r|] eqn:F; [apply (Leaf (is_win A r)); now apply answer_over|].
        destruct n as [|n']; [apply (Leaf horizon); now apply answer_end|].
        destruct (all_of _ _ _ l) as [[|m]|]; [trivial| |trivial].
        destruct IH as (S1 & S2 & S3 & S4). split; [intros x [<-|J]; [now left|right; auto]|].
        split; [intros x [<-|J]; auto|]. split; [easy|].
        intros x [<-|J]; [left; now left|]. destruct (S4 x J); [left; now right|now right]. }
    specialize (C (after p) (fun q I => I)).
    destruct (all_of _ _ _ (after p)) as [[|m]|]; [trivial| |trivial].
    destruct C as (S1 & S2 & S3 & S4). rewrite Y. split; [easy|]. now rewrite <- Y.
Qed.

Lemma look_ahead_right t n attacks ask looks l : right t ->
  match look_ahead t n attacks ask looks l with
  | None => exists q, In q l /\ answer n q attacks
  | Some m => incl m l /\ forall q, In q l -> In q m \/ answer n q (negb attacks)
  end.
Proof.
  intros R. induction l as [|q l IH]; simpl; [split; intros ? []|].
  set (known := match (if ask then sees q n else None) with Some w => Some w
    | None => if looks then get t q n else None end).
  assert (K : forall w, known = Some w -> answer n q w).
  { intros w. unfold known. destruct (if ask then sees q n else None) as [v|] eqn:E.
    - intros [= <-]. destruct ask; [now apply sees_right|easy].
    - destruct looks; [now apply get_right|easy]. }
  destruct known as [w|].
  - specialize (K w eq_refl). destruct (eqb w attacks) eqn:E.
    + apply eqb_prop in E as ->. exists q. split; [now left|trivial].
    + apply eqb_negb in E as ->. destruct (look_ahead _ _ _ _ _ l) as [m|].
      * destruct IH as [Sub All]. split; [intros x J; right; auto|]. intros x [<-|J]; auto.
      * destruct IH as (x & I & X). exists x. split; [now right|trivial].
  - destruct (look_ahead _ _ _ _ _ l) as [m|].
    + destruct IH as [Sub All]. split; [intros x [<-|J]; [now left|right; auto]|].
      intros x [<-|J]; [left; now left|]. destruct (All x J); [left; now right|now right].
    + destruct IH as (x & I & X). exists x. split; [now right|trivial].
Qed.

Lemma tries_right s n attacks l : (forall q t w t', In q l -> s q t = Some (w, t') -> right t ->
    answer n q w /\ right t') ->
  forall t w t', tries s attacks l t = Some (w, t') -> right t ->
    right t'
    /\ ((w = attacks /\ exists q, In q l /\ answer n q attacks)
        \/ (w = negb attacks /\ forall q, In q l -> answer n q (negb attacks))).
Proof.
  induction l as [|q l IH]; intros S t w t' E R; simpl in E.
  - injection E as <- <-. split; [trivial|]. right. split; [trivial|intros ? []].
  - destruct (s q t) as [[v u]|] eqn:F; [|easy].
    destruct (S q t v u (or_introl eq_refl) F R) as [X R']. destruct (eqb v attacks) eqn:B.
    + injection E as <- <-. apply eqb_prop in B as ->. split; [trivial|]. left.
      split; [trivial|]. exists q. split; [now left|trivial].
    + apply eqb_negb in B as ->. destruct (IH (fun x t w t' I => S x t w t' (or_intror I)) u w t' E R')
        as [R'' [(-> & x & I & Y)|(-> & All)]]; (split; [trivial|]).
      * left. split; [trivial|]. exists x. split; [now right|trivial].
      * right. split; [trivial|]. intros x [<-|I]; auto.
Qed.

Lemma search_right : forall n p t w t', result p = None -> search n p t = Some (w, t') -> right t ->
  answer (S n) p w /\ right t'.
Proof.
  assert (H : forall n p t w t', result p = None -> search n p t = Some (w, t') -> right t ->
    (forall m, n = S m -> forall q t w t', result q = None -> search m q t = Some (w, t') -> right t ->
       answer n q w /\ right t') ->
    answer (S n) p w /\ right t').
  { intros n p t w t' R E T IH.
    assert (Eq : search n p t = search_by (match n with 0 => None | S m => Some (search m) end) n p t)
      by now destruct n.
    rewrite Eq in E. clear Eq. unfold search_by in E. cbv zeta in E.
    destruct (match bound A p with None => true
      | Some fewest => (attacks_within (S n) (same A (to_move p)) <? fewest) && negb horizon
      end) eqn:B.
    - injection E as <- <-. split; [|trivial]. unfold answer. destruct (bound A p) as [b|] eqn:Q.
      + apply andb_true_iff in B as [L N]. apply negb_true_iff in N. rewrite N.
        apply Nat.ltb_lt in L. unfold attacks_within in L. destruct (determined A (S n) p) as [W|W]; [exfalso|trivial].
        destruct (wins_play _ _ _ players_alternate W) as (m & Y & M). specialize (M R).
        destruct (bound_is_right _ _ _ Y) as (b' & E & C). replace b' with b in C by congruence.
        destruct (same A (to_move p)).
        * pose proof (Nat.div_le_lower_bound (S n + 1) 2 m). lia.
        * pose proof (Nat.div_le_lower_bound (S n) 2 m). lia.
      + pose proof (never_wins bound bound_is_right A p Q) as N.
        destruct horizon; [trivial|now apply holds_safe].
    - clear B. pose proof (children_right p n R) as C.
      destruct (children_of p (S n) (same A (to_move p))) as [[|l]|]; [| |easy].
      + injection E as <- <-. destruct C as (q & I & X). split; [|trivial]. now apply answer_some with q.
      + destruct C as (N & Sub & Live & Zero & All). destruct l as [|y k].
        * injection E as <- <-. split; [|trivial]. apply answer_all; [trivial..|].
          intros q I. now destruct (All q I).
        * set (l := y :: k) in *. destruct (if 1 <? length l then get t p (S n) else None) as [v|] eqn:K.
          -- injection E as <- <-. split; [|trivial]. destruct (1 <? length l); [|easy].
             now apply get_right in K.
          -- destruct n as [|m]; [easy|].
             pose proof (look_ahead_right t (S m) (same A (to_move p)) (asks (S m)) (looks_up (S m) l) l T) as L.
             assert (Value : forall w u, answer (S (S m)) p w -> right u ->
               Some (w, if 1 <? length l then insert u (Fact p (S (S m)) w) else u) = Some (w, t') ->
               right t').
             { intros v u X U Y. destruct (1 <? length l); injection Y as <-; [|trivial].
               intros f F. apply inserted in F as [->|F]; auto. }
             destruct (look_ahead _ _ _ _ _ l) as [rest|].
             ++ destruct (tries _ _ _ _) as [[v u]|] eqn:Y; [|easy].
                destruct L as [Sub' All'].
                apply (tries_right (search m) (S m)) in Y as [U [(-> & q & I & X)|(-> & X)]]; trivial.
                ** assert (answer (S (S m)) p (same A (to_move p))).
                   { apply answer_some with q; [trivial| |trivial]. apply Sub, Sub'. now apply ordered in I. }
                   injection E as <- E. split; [trivial|].
                   apply (Value (same A (to_move p)) u); trivial. now rewrite <- E.
                ** assert (answer (S (S m)) p (negb (same A (to_move p)))).
                   { apply answer_all; [trivial..|]. intros q I. destruct (All q I) as [J|J]; [|trivial].
                     destruct (All' q J) as [J'|J']; [|trivial]. apply X. now apply ordered. }
                   injection E as <- E. split; [trivial|].
                   apply (Value (negb (same A (to_move p))) u); trivial. now rewrite <- E.
                ** intros q t1 w1 t1' I F Y'. apply (IH m eq_refl) with t1; trivial.
                   apply Live, Sub'. now apply ordered in I.
             ++ destruct L as (q & I & X). assert (answer (S (S m)) p (same A (to_move p))).
                { apply answer_some with q; auto. }
                injection E as <- E. split; [trivial|].
                   apply (Value (same A (to_move p)) t); trivial. now rewrite <- E. }
  induction n as [|n IH]; intros p t w t' R E T.
  - apply (H 0 p t w t' R E T). easy.
  - apply (H (S n) p t w t' R E T). intros m [= <-]. exact IH.
Qed.

Theorem alpha_beta_sound n p t w t' : run n p t = Some (w, t') -> right t -> answer n p w /\ right t'.
Proof.
  unfold run. destruct (result p) as [r|] eqn:R.
  - intros [= <- <-] T. split; [now apply answer_over|trivial].
  - destruct n as [|n]; [intros [= <- <-] T; split; [now apply answer_end|trivial]|].
    destruct (sees p (S n)) as [v|] eqn:S.
    + intros [= <- <-] T. split; [now apply sees_right|trivial].
    + intros E T. now apply search_right with t.
Qed.

(** So the walks of the model, which call [can_force], go on as the checker does. *)
Theorem same_as_can_force n p t w t' b : horizon = false ->
  run n p t = Some (w, t') -> right t -> can_force bound A false n p = Some b -> w = b.
Proof.
  intros H R T C. apply alpha_beta_sound in R as [R _]; [|trivial]. unfold answer in R. rewrite H in R.
  apply can_force_sound in C. destruct w, b; trivial; exfalso;
    [now apply (not_both A n p R)|now apply (not_both A n p C)].
Qed.

End AlphaBeta.
