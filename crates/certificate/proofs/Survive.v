(** The walk [survive] of docs/certificates.md: a strategy that does not lose too early, or never.

    [survive_sound]: if the walk accepts with N, the player is safe for N - 1 plies; if it accepts
    without a number, the player holds for ever, although positions may repeat. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game Tesuji.Search Tesuji.Win.
Import ListNotations.

(** What remains of N, with the ply that is looked at: [Some 0] is the end, [None] is no number. *)
Definition next (remains : option nat) : option nat :=
  match remains with Some n => Some (n - 1) | None => None end.

Definition fewer (m n : option nat) : Prop :=
  match m, n with Some m, Some n => m <= n | None, None => True | _, _ => False end.

Section Survive.
Context {G : game}.
Variable O : outline G.
Variable P : player.
Implicit Types (p q : position G).

Hypothesis keys_are_symmetric : symmetry (fun p q => key O p = key O q).
Hypothesis bound_is_right : bound_holds (bound O).
Hypothesis players_alternate : alternate (G := G).

Definition survives_statically p (left : option nat) : option bool :=
  let searched :=
    match first_win O P p (filter (fun n => n <=? leaves O) [1; 3; 5; 7]) with
    | None => None
    | Some n => Some match n with Some _ => true | None => false end
    end in
  match left, bound O (other P) p with
  | Some 0, _ | _, None => Some true
  | None, Some _ => searched
  | Some l, Some m =>
      if l / 2 <? m then Some true
      else
        match (if l <=? leaves O then opposite (can_force (bound O) (other P) false l p) else Some false) with
        | Some false => searched
        | found => found
        end
  end.

Definition survives_search p (left : option nat) : option bool :=
  if depth O =? 0 then None
  else
    match left with
    | None => opposite (can_force (bound O) (other P) true (depth O) p)
    | Some l =>
        if l <=? depth O then opposite (can_force (bound O) (other P) false l p) else Some false
    end.

Definition met := key_type O -> option unit.

(** One layer: what the loop over its positions appends to the next one. *)
Fixpoint visit (left : option nat) (layer : list (position G)) (s : list entry * met)
  : option (list (position G) * (list entry * met)) :=
  match layer with
  | [] => Some ([], s)
  | p :: layer =>
      let go_on (before : list (position G)) s :=
        match visit left layer s with
        | None => None
        | Some (qs, s) => Some (before ++ qs, s)
        end in
      match result p with
      | Some r => if is_win (other P) r then None else go_on [] s
      | None =>
          if same P (to_move p) then
            match snd s (key O p) with
            | Some tt => go_on [] s
            | None =>
                match survives_statically p left with
                | None => None
                | Some true => go_on [] s                        (* no entry *)
                | Some false =>
                    let added := put (key_dec O) (snd s) (key O p) tt in
                    match fst s with
                    | [] => None
                    | Leave :: file =>
                        match survives_search p left with
                        | Some true => go_on [] (file, added)
                        | _ => None
                        end
                    | Move i :: file =>
                        match entered p i with
                        | None => None
                        | Some q => go_on [q] (file, added)
                        end
                    end
                end
            end
          else
            match replies p with
            | None => None
            | Some qs => go_on qs s
            end
      end
  end.

(** The loop over the layers, where [remains] is N - p. *)
Fixpoint layers (fuel : nat) (remains : option nat) layer (s : list entry * met)
  : option (list entry * met) :=
  match layer, remains with
  | [], _ | _, Some 0 => Some s
  | _, _ =>
      match fuel with
      | 0 => None
      | S fuel =>
          match visit (next remains) layer s with
          | None => None
          | Some (layer, s) => layers fuel (next remains) layer s
          end
      end
  end.

Definition survive fuel (claimed : option nat) root s := layers fuel claimed [root] s.

(** What a position of a layer has to fulfil. *)
Definition survives (remains : option nat) p : Prop :=
  match remains with
  | None => holds P p
  | Some 0 => True
  | Some (S l) => safe P l p
  end.

Lemma survives_fewer m n p : fewer m n -> survives n p -> survives m p.
Proof.
  destruct m as [[|m]|], n as [[|n]|]; simpl; try easy; try lia.
  intros L S. apply safe_fewer with n; [trivial|lia].
Qed.

Lemma survives_symmetric remains p q : key O p = key O q -> survives remains p -> survives remains q.
Proof.
  destruct remains as [[|l]|]; simpl; [easy|..].
  - apply (symmetric_safe (fun p q => key O p = key O q)); trivial.
  - apply (symmetric_holds (fun p q => key O p = key O q)); trivial.
Qed.

Lemma wins_survives n p remains : wins_within P n p -> survives remains p.
Proof.
  intros W. destruct remains as [[|l]|]; simpl; [easy|..].
  - now apply wins_safe with n.
  - now apply wins_holds with n.
Qed.

(** [left] is what remains after this ply. *)
Definition opened (left : option nat) : option nat :=
  match left with Some l => Some (S l) | None => None end.

Lemma survives_statically_sound p left : result p = None -> to_move p = P ->
  survives_statically p left = Some true -> survives (opened left) p.
Proof.
  intros R T. unfold survives_statically.
  assert (W : forall plies n, first_win O P p plies = Some (Some n) -> survives (opened left) p).
  { intros plies n F. apply first_win_sound in F. now apply wins_survives with n. }
  destruct left as [[|l]|]; simpl opened.
  - intros _. simpl. now rewrite R.
  - destruct (bound O (other P) p) as [b|] eqn:B.
    + destruct (S l / 2 <? b) eqn:L.
      * intros _. apply too_few_plies with (bound := bound O) (b := b); trivial.
        now apply Nat.ltb_lt.
      * destruct (S l <=? leaves O).
        -- destruct (opposite _) as [[]|] eqn:C; [|..|easy].
           ++ intros _. apply opposite_some, can_force_sound in C. now rewrite other_other in C.
           ++ destruct (first_win _ _ _ _) as [[n|]|] eqn:F; try easy. intros _. now apply (W _ _ F).
        -- destruct (first_win _ _ _ _) as [[n|]|] eqn:F; try easy. intros _. now apply (W _ _ F).
    + intros _. apply holds_safe. rewrite <- (other_other P).
      now apply never_wins with (bound := bound O).
  - destruct (bound O (other P) p) as [b|] eqn:B.
    + destruct (first_win _ _ _ _) as [[n|]|] eqn:F; try easy. intros _. now apply (W _ _ F).
    + intros _. simpl. rewrite <- (other_other P). now apply never_wins with (bound := bound O).
Qed.

Lemma survives_search_sound p left :
  survives_search p left = Some true -> survives (opened left) p.
Proof.
  unfold survives_search. destruct (depth O =? 0); [easy|]. destruct left as [l|]; simpl.
  - destruct (l <=? depth O); [|easy]. intros C. apply opposite_some, can_force_sound in C.
    now rewrite other_other in C.
  - intros C. apply opposite_some, can_force_horizon in C; trivial. now rewrite other_other in C.
Qed.

(** Why a position with an entry survives: by itself, or by a position of the next layer. *)
Definition shown (A : option nat -> position G -> Prop) (remains : option nat) p : Prop :=
  survives remains p \/ exists q, In q (after p) /\ A (next remains) q.

(** What the loop has seen of a position, where A are the positions of all layers with what remains
    there, and [before] are those with an entry in earlier layers. *)
Definition seen (A : option nat -> position G -> Prop) (before : met) (remains : option nat) p : Prop :=
  match result p with
  | Some r => r <> Win (other P)
  | None =>
      if same P (to_move p) then
        survives remains p \/ before (key O p) = Some tt
        \/ exists more q, fewer remains more /\ key O q = key O p /\ result q = None
             /\ to_move q = P /\ shown A more q
      else forall q, In q (after p) -> A (next remains) q
  end.

Lemma visit_seen remains layer : forall s qs s', remains <> Some 0 ->
  visit (next remains) layer s = Some (qs, s') ->
  let has_entry q := result q = None /\ to_move q = P
    /\ shown (fun m q => m = next remains /\ In q qs) remains q in
  (forall k, snd s' k = Some tt -> snd s k = Some tt \/ exists q, key O q = k /\ has_entry q)
  /\ forall p, In p layer ->
       match result p with
       | Some r => r <> Win (other P)
       | None =>
           if same P (to_move p) then
             survives remains p \/ snd s (key O p) = Some tt
             \/ exists q, key O q = key O p /\ has_entry q
           else forall q, In q (after p) -> In q qs
       end.
Proof.
  assert (Opened : remains <> Some 0 -> opened (next remains) = remains).
  { destruct remains as [[|l]|]; simpl; [easy| |easy]. now rewrite Nat.sub_0_r. }
  induction layer as [|p layer IH]; intros s qs s' Z V has_entry.
  { injection V as <- <-. split; [auto|intros ? []]. }
  assert (Step : forall before t, match visit (next remains) layer t with
      | None => None | Some (l, u) => Some (before ++ l, u) end = Some (qs, s') ->
    (forall q, In q before -> In q qs) /\
    (forall k, snd s' k = Some tt -> snd t k = Some tt \/ exists q, key O q = k /\ has_entry q)
    /\ forall p, In p layer ->
       match result p with
       | Some r => r <> Win (other P)
       | None =>
           if same P (to_move p) then
             survives remains p \/ snd t (key O p) = Some tt
             \/ exists q, key O q = key O p /\ has_entry q
           else forall q, In q (after p) -> In q qs
       end).
  { intros before t E. destruct (visit (next remains) layer t) as [[l u]|] eqn:F; [|easy].
    injection E as <- <-. destruct (IH _ _ _ Z F) as [K L].
    assert (Has : forall q, (result q = None /\ to_move q = P
      /\ shown (fun m q => m = next remains /\ In q l) remains q) -> has_entry q).
    { intros q (R & T & H). repeat split; trivial. destruct H as [H|(x & I & M & J)]; [now left|].
      right. exists x. repeat split; trivial. apply in_or_app. now right. }
    split; [intros q I; apply in_or_app; now left|]. split.
    - intros k H. destruct (K k H) as [J|(q & J & H')]; [now left|right]. eauto.
    - intros x I. specialize (L x I). destruct (result x); [trivial|].
      destruct (same P (to_move x)).
      + destruct L as [L|[L|(q & J & H)]]; [auto..|]. right. right. exists q. auto.
      + intros q J. apply in_or_app. right. auto. }
  cbn [visit] in V. destruct (result p) as [r|] eqn:R.
  { destruct (is_win (other P) r) eqn:W; [easy|]. destruct (Step [] s V) as (_ & K & L).
    split; [trivial|]. intros x [<-|I]; [|exact (L x I)]. rewrite R. now apply is_win_false. }
  destruct (same P (to_move p)) eqn:T.
  - pose proof (eq_sym (proj1 (same_true _ _) T)) as T'.
    destruct (snd s (key O p)) as [[]|] eqn:M.
    { destruct (Step [] s V) as (_ & K & L). split; [trivial|]. intros x [<-|I]; [|exact (L x I)].
      rewrite R, T. auto. }
    destruct (survives_statically p (next remains)) as [[]|] eqn:C; [|..|easy].
    { destruct (Step [] s V) as (_ & K & L). split; [trivial|]. intros x [<-|I]; [|exact (L x I)].
      rewrite R, T. left. apply survives_statically_sound in C; trivial. now rewrite Opened in C. }
    assert (Entry : forall before file,
      match visit (next remains) layer (file, put (key_dec O) (snd s) (key O p) tt) with
      | None => None | Some (l, u) => Some (before ++ l, u) end = Some (qs, s') ->
      ((forall q, In q before -> In q qs) -> has_entry p) ->
      (forall k, snd s' k = Some tt -> snd s k = Some tt \/ exists q, key O q = k /\ has_entry q)
      /\ forall x, In x (p :: layer) ->
         match result x with
         | Some r => r <> Win (other P)
         | None =>
             if same P (to_move x) then
               survives remains x \/ snd s (key O x) = Some tt
               \/ exists q, key O q = key O x /\ has_entry q
             else forall q, In q (after x) -> In q qs
         end).
    { intros before file E H. destruct (Step _ _ E) as (B & K & L). specialize (H B). simpl in K, L.
      assert (Put : forall k, put (key_dec O) (snd s) (key O p) tt k = Some tt ->
        snd s k = Some tt \/ exists q, key O q = k /\ has_entry q).
      { intros k. unfold put. destruct (key_dec O k (key O p)) as [->|]; [|auto].
        intros _. right. now exists p. }
      split.
      - intros k F. destruct (K k F); auto.
      - intros x [<-|I].
        + rewrite R, T. right. right. now exists p.
        + specialize (L x I). destruct (result x); [trivial|].
          destruct (same P (to_move x)); [|trivial]. destruct L as [L|[L|L]]; auto. }
    destruct (fst s) as [|[i|] file]; [easy|..].
    + destruct (entered p i) as [q|] eqn:E; [|easy]. apply entered_some in E as [I _].
      apply (Entry [q] file V). intros B. split; [trivial|]. split; [trivial|]. right. exists q.
      repeat split; trivial. apply B. now left.
    + destruct (survives_search p (next remains)) as [[]|] eqn:E; [|easy..].
      apply survives_search_sound in E. rewrite (Opened Z) in E.
      apply (Entry [] file V). intros _. split; [trivial|]. split; [trivial|]. now left.
  - destruct (replies p) as [l|] eqn:E; [|easy]. apply replies_some in E as (-> & _ & _).
    destruct (Step _ _ V) as (B & K & L). split; [trivial|]. intros x [<-|I]; [|exact (L x I)]. now rewrite R, T.
Qed.

(** The positions of all layers of an accepted walk, with what remains there. *)
Lemma layers_seen fuel : forall remains layer s s',
  layers fuel remains layer s = Some s' ->
  exists A : option nat -> position G -> Prop,
    (forall p, In p layer -> A remains p)
    /\ (forall m p, A m p -> m = Some 0 \/ (fewer m remains /\ seen A (snd s) m p))
    /\ forall k, snd s' k = Some tt -> snd s k = Some tt
         \/ exists more q, fewer more remains /\ key O q = k /\ result q = None /\ to_move q = P
              /\ shown A more q.
Proof.
  assert (End : forall remains layer (s : list entry * met), layer = [] \/ remains = Some 0 ->
    exists A : option nat -> position G -> Prop,
      (forall p, In p layer -> A remains p)
      /\ (forall m p, A m p -> m = Some 0 \/ (fewer m remains /\ seen A (snd s) m p))
      /\ forall k, snd s k = Some tt -> snd s k = Some tt
           \/ exists more q, fewer more remains /\ key O q = k /\ result q = None /\ to_move q = P
                /\ shown A more q).
  { intros remains layer s [->| ->].
    - exists (fun _ _ => False). split; [intros ? []|]. split; [intros _ _ []|auto].
    - exists (fun m _ => m = Some 0). split; [trivial|]. split; [intros m p ->; now left|auto]. }
  induction fuel as [|fuel IH]; intros remains layer s s' H.
  { assert (s = s') by (destruct layer, remains as [[|l]|]; simpl in H; congruence). subst s'.
    apply End. destruct layer; [now left|right]. destruct remains as [[|l]|]; now simpl in H. }
  assert (C : ((layer = [] \/ remains = Some 0) /\ s = s') \/ (remains <> Some 0 /\
    exists following t, visit (next remains) layer s = Some (following, t)
      /\ layers fuel (next remains) following t = Some s')).
  { simpl in H. destruct layer as [|p layer]; [injection H; auto|].
    destruct remains as [[|l]|]; [injection H; auto|..]; right; (split; [easy|]);
      destruct (visit _ _ _) as [[following t]|]; try easy; eauto. }
  destruct C as [[C <-]|(Z & following & t & V & L)]; [now apply End|].
  destruct (IH _ _ _ _ L) as (A & First & Rest & Added).
  destruct (visit_seen remains layer s following t Z V) as [K Seen].
  set (B := fun m p => (m = remains /\ In p layer) \/ A m p).
  assert (Shown : forall m q, shown A m q -> shown B m q).
  { intros m q [S|(x & I & S)]; [now left|]. right. exists x. split; [trivial|now right]. }
  assert (Entry : forall q, shown (fun m q => m = next remains /\ In q following) remains q ->
    shown B remains q).
  { intros q [S|(x & I & E & J)]; [now left|]. right. exists x. split; [trivial|right; auto]. }
  assert (Same : fewer remains remains) by (destruct remains; simpl; auto).
  assert (Less : forall m, fewer m (next remains) -> fewer m remains)
    by (intros m F; destruct m as [m|], remains as [[|l]|]; simpl in *; try easy; lia).
  exists B. split; [intros p I; left; auto|]. split.
  2: { intros k M. destruct (Added k M) as [N|(more & q & F & E & R & T & S)].
    - destruct (K k N) as [N'|(q & E & R & T & S)]; [now left|right].
      exists remains, q. auto 8.
    - right. exists more, q. auto 8. }
  intros m p [(-> & I)|S].
  - right. split; [trivial|]. specialize (Seen p I). unfold seen.
    destruct (result p) as [r|]; [trivial|]. destruct (same P (to_move p)).
    + destruct Seen as [S|[S|(q & E & F & T & S)]]; [auto..|]. right. right.
      exists remains, q. auto 8.
    + intros q J. right. auto.
  - destruct (Rest m p S) as [->|[F S']]; [now left|right]. split.
    + auto.
    + unfold seen in *. destruct (result p) as [r|]; [trivial|]. destruct (same P (to_move p)).
      * destruct S' as [S'|[S'|(more & q & L' & E & R & T & S')]]; [auto|..].
        -- destruct (K _ S') as [M|(q & E & R & T & W)]; [auto|]. right. right.
           exists remains, q. auto 8.
        -- right. right. exists more, q. auto 8.
      * intros q J. right. auto.
Qed.

(** Without a number, positions that are known from before may have been met by other walks. *)
Theorem survive_for_ever_sound fuel root s s' : survive fuel None root s = Some s' ->
  (forall p, snd s (key O p) = Some tt -> holds P p) ->
  holds P root /\ forall p, snd s' (key O p) = Some tt -> holds P p.
Proof.
  intros H Known. apply layers_seen in H as (A & First & Seen & Added).
  (* The positions of all layers and those that are symmetric to one of them are a set that the
     player need not leave but for positions that survive. *)
  assert (Holds : forall q p, A None q -> key O q = key O p -> holds P p).
  { clear First Added. cofix IH. intros q p S E. destruct (keys_are_symmetric _ _ E) as (R & T & To & From).
    destruct (Seen _ _ S) as [?|[_ S']]; [easy|]. unfold seen in S'.
    destruct (result q) as [r|] eqn:F.
    - apply holds_over with r; [congruence|trivial].
    - destruct (same P (to_move q)) eqn:M.
      + apply same_true in M.
        destruct S' as [W|[N|(more & q' & L & E' & R' & T' & W)]].
        * exact (symmetric_holds _ keys_are_symmetric P q p E W).
        * rewrite E in N. exact (Known p N).
        * destruct more as [more|]; [easy|]. destruct W as [W|(x & I & W)].
          -- exact (symmetric_holds _ keys_are_symmetric P q' p (eq_trans E' E) W).
          -- destruct (keys_are_symmetric _ _ (eq_trans E' E)) as (_ & _ & To' & _).
             destruct (To' x I) as (y & J & K).
             apply holds_own with y; [congruence..|trivial|]. exact (IH x y W K).
      + apply same_false in M. apply holds_other; [congruence..|].
        intros y J. destruct (From y J) as (x & I & K). exact (IH x y (S' x I) K). }
  split; [apply (Holds root root); [now apply First; left|trivial]|].
  intros p M. destruct (Added _ M) as [N|(more & q & F & E & R & T & S)]; [auto|].
  apply (symmetric_holds _ keys_are_symmetric P q p E).
  destruct more as [more|]; [easy|]. destruct S as [S|(x & I & S)]; [trivial|].
  apply holds_own with x; auto. exact (Holds x x S eq_refl).
Qed.

Theorem survive_sound fuel claimed root file rest :
  survive fuel claimed root (file, fun _ => None) = Some rest -> survives claimed root.
Proof.
  intros H. destruct claimed as [[|l]|]; simpl; [easy|..].
  2: { apply survive_for_ever_sound in H as [W _]; [trivial|easy]. }
  apply layers_seen in H as (A & First & Seen & _). specialize (First root (or_introl eq_refl)).
  assert (Seen' : forall m p, A m p -> m <> Some 0 -> seen A (fun _ => None) m p).
  { intros m p S Z. destruct (Seen m p S) as [E|[_ S']]; easy. }
  clear Seen.
  (* By induction over the plies: what a known key has shown was met with at least as many left. *)
  assert (Safe : forall n m p, A (Some (S m)) p -> n <= m -> safe P n p).
  { induction n as [|n IH]; intros m p J L; specialize (Seen' _ _ J); unfold seen in Seen';
      simpl; destruct (result p) as [r|] eqn:R; trivial; try (now apply Seen').
    specialize (Seen' ltac:(discriminate)).
    destruct (same P (to_move p)) eqn:T.
    - pose proof (eq_sym (proj1 (same_true _ _) T)) as T'.
      assert (safe P (S n) p); [|simpl in H; now rewrite R, T in H].
      destruct Seen' as [W|[?|(more & q & F & E & Rq & Tq & W)]]; [|easy|].
      + simpl in W. apply safe_fewer with m; [trivial|lia].
      + apply (symmetric_safe _ keys_are_symmetric) with (1 := E).
        destruct more as [[|k]|]; simpl in F; [lia| |easy].
        destruct W as [W|(x & I & W)]; [simpl in W; apply safe_fewer with k; [trivial|lia]|].
        simpl. rewrite Rq, Tq. replace (same P P) with true by now destruct P.
        right. exists x. split; [trivial|]. simpl in W. rewrite Nat.sub_0_r in W.
        destruct k as [|k]; [lia|]. apply (IH k); [trivial|lia].
    - intros q I. specialize (Seen' q I). simpl in Seen'. rewrite Nat.sub_0_r in Seen'.
      destruct m as [|m]; [lia|]. apply (IH m); [trivial|lia]. }
  apply (Safe l l); auto.
Qed.

End Survive.
