(** The walk [values] of docs/certificates.md: semi-strong claims.

    [values_sound]: the walk returns the value of its root.
    [values_cover]: it has found the value of each position that can be reached while the player follows
    the strategy and the opponent makes any moves, up to positions from which the player wins. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game Tesuji.Search Tesuji.Win Tesuji.Survive.
Import ListNotations.

(** What a position is worth for the player of the walk. *)
Inductive worth := Loss | Drawn | Won.

Definition least_of (v w : worth) : worth :=
  match v, w with
  | Loss, _ | _, Loss => Loss
  | Drawn, _ | _, Drawn => Drawn
  | Won, Won => Won
  end.

Definition worth_eqb (v w : worth) : bool :=
  match v, w with Loss, Loss | Drawn, Drawn | Won, Won => true | _, _ => false end.

Section Values.
Context {G : game}.
Variable O : outline G.
Variable P : player.
Implicit Types (p q : position G).

Hypothesis keys_are_symmetric : symmetry (fun p q => key O p = key O q).
Hypothesis bound_is_right : bound_holds (bound O).
Hypothesis players_alternate : alternate (G := G).

(** The value of a position, for P. *)
Definition is_worth (w : worth) p : Prop :=
  match w with
  | Won => wins P p
  | Drawn => holds P p /\ holds (other P) p
  | Loss => wins (other P) p
  end.

Definition worth_of (r : outcome) : worth :=
  match r with Win Q => if same P Q then Won else Loss | Draw => Drawn end.

Inductive assigned := Path | Worth (w : worth).

Record memory := Memory {
  file : list entry;
  known : key_type O -> option assigned;
  met_by_other : met O;     (* of all calls of survive *)
  won_by_other : table O    (* of all calls of win *)
}.

Definition set p (v : assigned) (s : memory) : memory :=
  Memory (file s) (put (key_dec O) (known s) (key O p) v) (met_by_other s) (won_by_other s).

Definition read (rest : list entry) (s : memory) : memory :=
  Memory rest (known s) (met_by_other s) (won_by_other s).

(** decide(position): what the searches find, with the position after the first move that keeps it. *)
Definition force A horizon n p := can_force (bound O) A horizon n p.

Fixpoint first_that (keeps : position G -> option bool) (l : list (position G)) : option (position G) :=
  match l with
  | [] => None
  | q :: l =>
      match keeps q with
      | Some true => Some q
      | Some false => first_that keeps l
      | None => None
      end
  end.

Definition decide p : option (worth * option (position G)) :=
  let n := depth O in
  if n =? 0 then None
  else
    match force P false n p, force (other P) false n p with
    | Some true, _ => Some (Won, None)
    | Some false, Some true =>
        match after p with [] => None | q :: _ => Some (Loss, Some q) end
    | Some false, Some false =>
        match force P true n p, force (other P) true n p with
        | Some false, Some false =>
            let keeps q := opposite (force (other P) true (n - 1) q) in
            match first_that keeps (after p) with
            | Some q => Some (Drawn, Some q)
            | None => None
            end
        | _, _ => None
        end
    | _, _ => None
    end.

(** The opponent's strategy shows that the position is worth no more. *)
Definition stop (fuel : nat) p (w : worth) (s : memory) : option memory :=
  match w with
  | Won => Some s
  | Drawn =>
      match survive O (other P) fuel None p (file s, met_by_other s) with
      | Some (rest, met) => Some (Memory rest (known s) met (won_by_other s))
      | None => None
      end
  | Loss =>
      match win O (other P) fuel None p (file s, won_by_other s) with
      | Some (_, (rest, won)) => Some (Memory rest (known s) (met_by_other s) won)
      | None => None
      end
  end.

Section Least.
Variable worth_at : position G -> memory -> option (worth * memory).

Fixpoint minimum (l : list (position G)) (s : memory) : option (worth * memory) :=
  match l with
  | [] => Some (Won, s)
  | q :: l =>
      match worth_at q s with
      | None => None
      | Some (v, s) =>
          match minimum l s with
          | None => None
          | Some (w, s) => Some (least_of v w, s)
          end
      end
  end.

(** least(position, searched). *)
Definition least p (s : memory) : option (worth * memory) :=
  match result p with
  | Some _ => worth_at p s
  | None =>
      if same P (to_move p) then worth_at p s
      else match replies p with None => None | Some l => minimum (rev l) s end
  end.
End Least.

(** The part of worth(position, searched) that is about positions that are not known. *)
Definition assign (worth_at : bool -> position G -> memory -> option (worth * memory)) (fuel : nat)
    (searched : bool) p (s : memory) : option (worth * memory) :=
  let decided s :=
    match decide p with
    | None => None
    | Some (_, None) => Some (Won, set p (Worth Won) s)
    | Some (w, Some q) =>
        match least (worth_at true) q (set p Path s) with
        | None => None
        | Some (v, s) => if worth_eqb v w then Some (w, set p (Worth w) s) else None
        end
    end in
  if searched then decided s
  else
    match file s with
    | [] => None
    | Leave :: rest => decided (read rest s)
    | Move i :: rest =>
        match entered p i with
        | None => None
        | Some q =>
            match least (worth_at false) q (set p Path (read rest s)) with
            | None => None
            | Some (w, s) =>
                match stop fuel p w s with
                | None => None
                | Some s => Some (w, set p (Worth w) s)
                end
            end
        end
    end.

Fixpoint worth_at (fuel : nat) (searched : bool) p (s : memory) : option (worth * memory) :=
  match fuel with
  | 0 => None
  | S fuel =>
      match known s (key O p), result p with
      | Some Path, _ => None                                      (* a cycle *)
      | Some (Worth w), _ => Some (w, s)
      | None, Some r => Some (worth_of r, s)
      | None, None =>
          match first_win O P p (filter (fun n => n <=? leaves O) [1; 3; 5; 7]) with
          | None => None
          | Some (Some _) => Some (Won, s)                        (* no entry *)
          | Some None => assign (worth_at fuel) fuel searched p s
          end
      end
  end.

Definition values (fuel : nat) root (entries : list entry) : option (worth * memory) :=
  least (worth_at fuel false) root (Memory entries (fun _ => None) (fun _ => None) (empty O)).

(** * What the tables say *)

(** The value of p is known, or needs no table. *)
Definition settled (s : memory) p : Prop :=
  result p <> None \/ wins P p \/ exists w, known s (key O p) = Some (Worth w).

(** So are those of the positions where the player is to move next, if a move leads to q. *)
Definition settled_after (s : memory) q : Prop :=
  if match result q with Some _ => true | None => same P (to_move q) end then settled s q
  else forall x, In x (after q) -> settled s x.

(** The strategy has a move that keeps the value, after which all values are known again. *)
Definition covered (s : memory) (w : worth) p : Prop :=
  wins P p \/ exists q, In q (after p) /\ is_worth w q /\ settled_after s q.

Definition sound (s : memory) : Prop :=
  (forall p w, known s (key O p) = Some (Worth w) ->
     result p = None /\ to_move p = P /\ is_worth w p /\ covered s w p)
  /\ (forall p, known s (key O p) = Some Path -> result p = None)
  /\ (forall p, met_by_other s (key O p) = Some tt -> holds (other P) p)
  /\ right O (other P) (won_by_other s).

Definition grows (s t : memory) : Prop :=
  forall k w, known s k = Some (Worth w) -> known t k = Some (Worth w).

Lemma grows_settled s t p : grows s t -> settled s p -> settled t p.
Proof. intros G' [R|[W|(w & K)]]; [now left|now right; left|]. right. right. exists w. auto. Qed.

Lemma grows_after s t q : grows s t -> settled_after s q -> settled_after t q.
Proof.
  unfold settled_after. intros G' S.
  destruct (match result q with Some _ => true | None => same P (to_move q) end);
    [|intros x I]; eapply grows_settled; eauto.
Qed.

Lemma grows_covered s t w p : grows s t -> covered s w p -> covered t w p.
Proof.
  intros G' [W|(q & I & W & S)]; [now left|right]. exists q. split; [trivial|]. split; [trivial|].
  now apply grows_after with s.
Qed.

Lemma symmetric_settled s p q : key O p = key O q -> settled s p -> settled s q.
Proof.
  intros E [R|[[n W]|(w & K)]]; destruct (keys_are_symmetric _ _ E) as (F & _).
  - left. congruence.
  - right. left. exists n. now apply (symmetric_wins _ keys_are_symmetric P n p).
  - right. right. exists w. congruence.
Qed.

Lemma symmetric_worth w p q : key O p = key O q -> is_worth w p -> is_worth w q.
Proof.
  intros E. destruct w; simpl.
  - intros [n W]. exists n. now apply (symmetric_wins _ keys_are_symmetric _ n p).
  - intros [A B]. split; eapply (symmetric_holds _ keys_are_symmetric); eauto.
  - intros [n W]. exists n. now apply (symmetric_wins _ keys_are_symmetric _ n p).
Qed.

Lemma symmetric_covered s w p q : key O p = key O q -> covered s w p -> covered s w q.
Proof.
  intros E [[n W]|(x & I & W & S)]; destruct (keys_are_symmetric _ _ E) as (_ & _ & To & _).
  - left. exists n. now apply (symmetric_wins _ keys_are_symmetric P n p).
  - destruct (To x I) as (y & J & K). right. exists y. split; [trivial|].
    split; [now apply symmetric_worth with x|]. unfold settled_after in *.
    destruct (keys_are_symmetric _ _ K) as (F & T & _ & From). rewrite <- F, <- T.
    destruct (match result x with Some _ => true | None => same P (to_move x) end);
      [now apply symmetric_settled with x|].
    intros z Z. destruct (From z Z) as (z' & Z' & K'). apply symmetric_settled with z'; auto.
Qed.

Lemma over_is_worth p r : result p = Some r -> is_worth (worth_of r) p.
Proof.
  intros R. destruct r as [Q|]; simpl.
  - destruct (same P Q) eqn:E; simpl.
    + apply same_true in E as <-. exists 0. now apply wins_over.
    + apply same_false in E as ->. exists 0. now apply wins_over.
  - split; apply holds_over with Draw; easy.
Qed.

Lemma worth_holds w p : w <> Loss -> is_worth w p -> holds P p.
Proof. destruct w; simpl; [easy|tauto|]. intros _ [n W]. now apply wins_holds with n. Qed.

(** What holds of a call: the value is right, and what is remembered stays right. *)
Definition good (s : memory) p (found : option (worth * memory)) : Prop :=
  forall w t, found = Some (w, t) -> sound s ->
    is_worth w p /\ sound t /\ grows s t.

Definition good_at (at_ : position G -> memory -> option (worth * memory)) : Prop :=
  forall p s, (result p = None -> to_move p = P) ->
    good s p (at_ p s) /\ forall w t, at_ p s = Some (w, t) -> sound s -> settled t p.

Lemma minimum_good at_ l : good_at at_ -> (forall q, In q l -> result q = None -> to_move q = P) ->
  forall s w t, minimum at_ l s = Some (w, t) -> sound s ->
    sound t /\ grows s t /\ (forall q, In q l -> settled t q)
    /\ match w with
       | Won => forall q, In q l -> wins P q
       | Drawn => (forall q, In q l -> holds P q) /\ exists q, In q l /\ holds (other P) q
       | Loss => exists q, In q l /\ wins (other P) q
       end.
Proof.
  intros Good. induction l as [|q l IH]; intros Turn s w t M S; simpl in M.
  - injection M as <- <-. split; [trivial|]. split; [now intros k w|]. split; intros ? [].
  - destruct (at_ q s) as [[v t']|] eqn:E; [|easy].
    destruct (minimum at_ l t') as [[u t'']|] eqn:F; [|easy]. injection M as <- <-.
    destruct (Good q s (Turn q (or_introl eq_refl))) as [Q Set']. specialize (Q v t' E S) as (W & S' & G').
    specialize (Set' v t' E S).
    destruct (IH (fun x I => Turn x (or_intror I)) t' u t'' F S') as (S'' & G'' & All & V).
    split; [trivial|]. split; [intros k x K; auto|]. split.
    + intros x [<-|I]; [now apply grows_settled with t'|auto].
    + destruct v, u; simpl in *.
      1, 2, 3: exists q; auto.
      * destruct V as (x & I & V). exists x. auto.
      * destruct V as (V & x & I & H). destruct W as [W W']. split.
        -- intros y [<-|J]; auto.
        -- exists q. auto.
      * destruct W as [W W']. split.
        -- intros y [<-|J]; [trivial|]. destruct (V y J) as [n N]. now apply wins_holds with n.
        -- exists q. auto.
      * destruct V as (x & I & V). exists x. auto.
      * destruct V as (V & x & I & H). destruct W as [n W]. split.
        -- intros y [<-|J]; [now apply wins_holds with n|auto].
        -- exists x. auto.
      * intros x [<-|I]; auto.
Qed.

Lemma least_good at_ p s w t : good_at at_ -> least at_ p s = Some (w, t) -> sound s ->
  is_worth w p /\ sound t /\ grows s t /\ settled_after t p.
Proof.
  intros Good L S. unfold least in L. unfold settled_after.
  destruct (result p) as [r|] eqn:R.
  - destruct (Good p s) as [Q Set']; [congruence|]. destruct (Q w t L S) as (A & B & C). eauto.
  - destruct (same P (to_move p)) eqn:T.
    + apply same_true in T. destruct (Good p s) as [Q Set']; [now intros|].
      destruct (Q w t L S) as (A & B & C). eauto.
    + apply same_false in T. destruct (replies p) as [l|] eqn:E; [|easy].
      apply replies_some in E as (-> & N & U).
      destruct (minimum_good at_ (rev (after p)) Good) with (2 := L) (3 := S) as (A & B & C & V).
      { intros q I F. apply in_rev in I. rewrite (turns_next _ _ (U q I) F), T. apply other_other. }
      split; [|split; [trivial|split; [trivial|intros x I; apply C; now apply in_rev in I]]].
      destruct w; simpl.
      * destruct V as (q & I & n & V). apply in_rev in I. exists (Datatypes.S n). now apply wins_own with q.
      * destruct V as (V & q & I & H). apply in_rev in I. split.
        -- apply holds_other; [trivial..|]. intros x J. apply V. now apply in_rev in J.
        -- now apply holds_own with q.
      * destruct (wins_all P (after p)) as [n W].
        { intros q I. apply V. now apply in_rev in I. }
        exists (Datatypes.S n). now apply wins_other.
Qed.

Lemma set_sound p w s : result p = None -> to_move p = P -> is_worth w p ->
  covered s w p -> sound s -> (forall v, known s (key O p) = Some (Worth v) -> v = w) ->
  sound (set p (Worth w) s) /\ grows s (set p (Worth w) s).
Proof.
  intros R T W C S E.
  assert (G' : grows s (set p (Worth w) s)).
  { intros k v. unfold set, put. simpl. destruct (key_dec O k (key O p)) as [->|]; [|trivial].
    intros K. now rewrite (E v K). }
  split; [|trivial]. destruct S as (A & B & D & F).
  assert (Put : forall q v, put (key_dec O) (known s) (key O p) (Worth w) (key O q) = Some v ->
    (key O p = key O q /\ v = Worth w) \/ known s (key O q) = Some v).
  { intros q v. unfold put. destruct (key_dec O (key O q) (key O p)) as [K|]; [|auto].
    intros [= <-]. auto. }
  split; [|split; [|now split]]; simpl.
  - intros q v K. apply Put in K as [[K [= ->]]|K].
    + destruct (keys_are_symmetric _ _ K) as (R' & T' & _).
      split; [congruence|]. split; [congruence|]. split; [now apply symmetric_worth with p|].
      apply symmetric_covered with p; [trivial|]. now apply grows_covered with s.
    + destruct (A q v K) as (R' & T' & W' & C'). repeat split; trivial.
      now apply grows_covered with s.
  - intros q K. apply Put in K as [[K [=]]|K]. auto.
Qed.

Lemma path_sound p s : result p = None -> known s (key O p) = None -> sound s ->
  sound (set p Path s) /\ grows s (set p Path s).
Proof.
  intros R N (A & B & D & F).
  assert (G' : grows s (set p Path s)).
  { intros k v. unfold set, put. simpl. destruct (key_dec O k (key O p)) as [->|]; congruence. }
  split; [|trivial]. split; [|split; [|now split]]; simpl; unfold put; intros q.
  - intros v. destruct (key_dec O (key O q) (key O p)) as [|K]; [easy|]. intros V.
    destruct (A q v V) as (R' & T' & W' & C'). repeat split; trivial. now apply grows_covered with s.
  - destruct (key_dec O (key O q) (key O p)) as [K|K]; [|auto]. intros _.
    destruct (keys_are_symmetric _ _ K) as (F' & _). congruence.
Qed.

Lemma decide_sound p w next : to_move p = P -> decide p = Some (w, next) ->
  is_worth w p /\ match next with None => w = Won | Some q => In q (after p) end.
Proof.
  intros T D. unfold decide in D. destruct (depth O =? 0); [easy|].
  destruct (force P false (depth O) p) as [[]|] eqn:A; [| |easy].
  - injection D as <- <-. split; [|trivial]. exists (depth O). now apply can_force_sound in A.
  - destruct (force (other P) false (depth O) p) as [[]|] eqn:B; [| |easy].
    + destruct (after p) as [|q l]; [easy|]. injection D as <- <-. split; [|now left].
      exists (depth O). now apply can_force_sound in B.
    + destruct (force P true (depth O) p) as [[]|] eqn:C; [easy| |easy].
      destruct (force (other P) true (depth O) p) as [[]|] eqn:E; [easy| |easy].
      apply can_force_horizon in C; trivial. apply can_force_horizon in E; trivial.
      rewrite other_other in E. destruct (first_that _ _) as [q|] eqn:F; [|easy].
      injection D as <- <-. split; [now split|]. clear - F.
      induction (after p) as [|x l IH]; simpl in F; [easy|].
      destruct (opposite _) as [[]|]; [injection F as <-; now left|right; auto|easy].
Qed.

Lemma stop_sound fuel p q w s t : result p = None -> to_move p = P -> In q (after p) ->
  is_worth w q -> stop fuel p w s = Some t -> sound s ->
  is_worth w p /\ sound t /\ known t = known s.
Proof.
  intros R T I W E S. pose proof S as (A & B & C & D). destruct w; simpl in *.
  - destruct (win _ _ _ _ _ _) as [[n [rest won]]|] eqn:X; [|easy]. injection E as <-.
    apply win_sound in X as [V D']; trivial. split; [now exists n|]. now split.
  - destruct (survive _ _ _ _ _ _) as [[rest met]|] eqn:X; [|easy]. injection E as <-.
    apply survive_for_ever_sound in X as [V C']; trivial. destruct W as [W _].
    split; [split; [now apply holds_own with q|trivial]|]. now split.
  - injection E as <-. destruct W as [n W]. split; [|now split]. exists (Datatypes.S n). now apply wins_own with q.
Qed.

Lemma assign_good at_ fuel searched p s w t :
  (forall searched, good_at (at_ searched)) -> result p = None -> to_move p = P ->
  known s (key O p) = None -> assign at_ fuel searched p s = Some (w, t) -> sound s ->
  is_worth w p /\ sound t /\ grows s t /\ known t (key O p) = Some (Worth w).
Proof.
  intros Good R T N E S.
  assert (Is : forall v u, known (set p (Worth v) u) (key O p) = Some (Worth v)).
  { intros v u. unfold set, put. simpl. now destruct (key_dec O (key O p) (key O p)). }
  (* While the position is on the path, no value is assigned to its key but the right one. *)
  assert (Same : forall u v x, sound u -> known u (key O p) = Some (Worth v) -> is_worth x p -> v = x).
  { intros u v x (A & _) K X. destruct (A p v K) as (_ & _ & V & _).
    destruct v, x; trivial; simpl in *; exfalso.
    - destruct V as [n V]. destruct X as [X _]. now apply (holds_never_loses P p X); exists n.
    - destruct V as [n V], X as [m X]. apply (not_both _ _ _ X). now apply wins_safe with n.
    - destruct X as [n X], V as [V _]. now apply (holds_never_loses P p V); exists n.
    - destruct X as [n X], V as [_ V]. apply (holds_never_loses _ p V). rewrite other_other. now exists n.
    - destruct V as [n V], X as [m X]. apply (not_both _ _ _ V). now apply wins_safe with m.
    - destruct V as [n V], X as [_ X]. apply (holds_never_loses _ p X). rewrite other_other. now exists n. }
  assert (Decided : forall s, known s (key O p) = None -> sound s ->
    match decide p with
    | None => None
    | Some (_, None) => Some (Won, set p (Worth Won) s)
    | Some (w, Some q) =>
        match least (at_ true) q (set p Path s) with
        | None => None
        | Some (v, s) => if worth_eqb v w then Some (w, set p (Worth w) s) else None
        end
    end = Some (w, t) ->
    is_worth w p /\ sound t /\ grows s t /\ known t (key O p) = Some (Worth w)).
  { clear s N E S. intros s N S E. destruct (decide p) as [[v [q|]]|] eqn:D; [| |easy];
      apply decide_sound in D as [W Q]; trivial.
    - destruct (least _ _ _) as [[u s']|] eqn:L; [|easy].
      destruct (worth_eqb u v) eqn:V; [|easy]. injection E as <- <-.
      assert (u = v) by now destruct u, v. subst u.
      destruct (path_sound p s R N S) as [S1 G1].
      destruct (least_good _ _ _ _ _ (Good true) L S1) as (W' & S2 & G2 & C).
      destruct (set_sound p v s' R T W) as [S3 G3]; trivial.
      + right. now exists q.
      + intros x X. now apply (Same s').
      + split; [trivial|]. split; [trivial|]. split; [|apply Is]. intros k x K. auto.
    - subst v. injection E as <- <-.
      destruct (set_sound p Won s R T W) as [S3 G3]; trivial.
      + now left.
      + intros x X. now apply (Same s).
      + split; [trivial|]. split; [trivial|]. split; [trivial|apply Is]. }
  unfold assign in E. destruct searched; [now apply Decided|].
  destruct (file s) as [|[i|] rest]; [easy| |now apply (Decided (read rest s))].
  destruct (entered p i) as [q|] eqn:Q; [|easy]. apply entered_some in Q as [I _].
  destruct (least _ _ _) as [[v s']|] eqn:L; [|easy].
  destruct (stop fuel p v s') as [s''|] eqn:X; [|easy]. injection E as <- <-.
  destruct (path_sound p (read rest s) R N S) as [S1 G1].
  destruct (least_good _ _ _ _ _ (Good false) L S1) as (W' & S2 & G2 & C).
  destruct (stop_sound fuel p q v s' s'' R T I W' X S2) as (W & S3 & K).
  assert (G3 : grows s' s'') by (intros k x; now rewrite K).
  destruct (set_sound p v s'' R T W) as [S4 G4]; trivial.
  - right. exists q. split; [trivial|]. split; [trivial|]. now apply grows_after with s'.
  - intros x Y. now apply (Same s'').
  - split; [trivial|]. split; [trivial|]. split; [|apply Is]. intros k x Y. apply G4, G3, G2, G1. exact Y.
Qed.

Lemma worth_at_good fuel : forall searched, good_at (worth_at fuel searched).
Proof.
  induction fuel as [|fuel IH]; intros searched p s T; [now split|].
  assert (H : forall w t, worth_at (S fuel) searched p s = Some (w, t) -> sound s ->
    is_worth w p /\ sound t /\ grows s t /\ settled t p).
  { intros w t E S. simpl in E. destruct (known s (key O p)) as [[|v]|] eqn:K; [easy| |].
    - injection E as <- <-. destruct (proj1 S p v K) as (_ & _ & W & _).
      split; [trivial|]. split; [trivial|]. split; [now intros k x|]. right. right. now exists v.
    - destruct (result p) as [r|] eqn:R.
      + injection E as <- <-. split; [now apply over_is_worth|]. split; [trivial|].
        split; [now intros k x|]. left. congruence.
      + destruct (first_win _ _ _ _) as [[n|]|] eqn:F; [| |easy].
        * injection E as <- <-. apply first_win_sound in F.
          assert (wins P p) by now exists n. split; [trivial|]. split; [trivial|].
          split; [now intros k x|]. now right; left.
        * destruct (assign_good _ _ _ _ _ _ _ IH R (T eq_refl) K E S) as (A & B & C & D).
          split; [trivial|]. split; [trivial|]. split; [trivial|]. right. right. now exists w. }
  split.
  - intros w t E S. destruct (H w t E S) as (A & B & C & _). auto.
  - intros w t E S. now destruct (H w t E S) as (_ & _ & _ & D).
Qed.

Lemma start_sound entries : sound (Memory entries (fun _ => None) (fun _ => None) (empty O)).
Proof. split; [easy|]. split; [easy|]. split; [easy|apply empty_right]. Qed.

Theorem values_sound fuel root entries w s :
  values fuel root entries = Some (w, s) -> is_worth w root.
Proof.
  intros V. now apply (least_good _ _ _ _ _ (worth_at_good fuel false)) in V; [|apply start_sound].
Qed.

(** The positions whose values the walk knows are closed: the strategy has a move in each that keeps
    the value, and all that the opponent can reply leads to such positions again. *)
Theorem values_cover fuel root entries w s : values fuel root entries = Some (w, s) ->
  settled_after s root
  /\ forall p v, known s (key O p) = Some (Worth v) -> is_worth v p /\ covered s v p.
Proof.
  intros V. apply (least_good _ _ _ _ _ (worth_at_good fuel false)) in V as (_ & S & _ & C);
    [|apply start_sound].
  split; [trivial|]. intros p v K. destruct (proj1 S p v K) as (_ & _ & A & B). auto.
Qed.

End Values.

Arguments file {G O}.
