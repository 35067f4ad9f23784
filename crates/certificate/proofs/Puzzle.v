(** Puzzles: solutions, and lower bounds of their cost by one depth-first search.

    [cost_at_most_sound]: a plan that is replayed is a solution.
    [cost_at_least_sound]: if the search below N generates no goal, every solution costs N or more, for
    every heuristic that passes the test of each move.
    [sums_are_consistent]: the sum of disjoint pattern databases passes it, if their entries do.

    A proof that counts moves is about the same puzzle in which each move costs 1 ([counting]). *)

Require Import List Bool Arith Lia.
Import ListNotations.

Record puzzle := Puzzle {
  state : Type;
  state_dec : forall s t : state, {s = t} + {s <> t};
  moves : state -> list (nat * state);  (* what each move costs, and where it leads *)
  is_goal : state -> bool
}.

Arguments state_dec {p}. Arguments moves {p}. Arguments is_goal {p}.

Definition counting (Z : puzzle) : puzzle := {|
  state := state Z;
  state_dec := state_dec;
  moves s := map (fun m => (1, snd m)) (moves s);
  is_goal := is_goal
|}.

Section Puzzle.
Context {Z : puzzle}.
Implicit Types (s t : state Z).

(** A way of n moves that cost c together. *)
Inductive way : state Z -> nat -> nat -> state Z -> Prop :=
| way_end s : way s 0 0 s
| way_move s k t n c u : In (k, t) (moves s) -> way t n c u -> way s (S n) (k + c) u.

(** A solution of n moves that cost c together. *)
Definition solution s n c : Prop := exists t, way s n c t /\ is_goal t = true.

Definition cost_at_least N s : Prop := forall n c, solution s n c -> N <= c.
Definition cost_at_most N s : Prop := exists n c, solution s n c /\ c <= N.
Definition least_cost N s : Prop := cost_at_least N s /\ exists n, solution s n N.
Definition unsolvable s : Prop := forall n c, ~ solution s n c.

Lemma way_append s n c t m d u : way s n c t -> way t m d u -> way s (n + m) (c + d) u.
Proof.
  induction 1 as [s|s k v n c w I _ IH]; intros W; simpl; [trivial|].
  rewrite <- Nat.add_assoc. apply way_move with v; auto.
Qed.

(** * Plans *)

(** The entries are indices of moves; it answers the cost and the last state. *)
Fixpoint replay s (plan : list nat) : option (nat * state Z) :=
  match plan with
  | [] => Some (0, s)
  | i :: plan =>
      match nth_error (moves s) i with
      | None => None
      | Some (k, t) =>
          match replay t plan with
          | None => None
          | Some (c, u) => Some (k + c, u)
          end
      end
  end.

Definition solves s plan (enough : nat -> bool) : bool :=
  match replay s plan with Some (c, t) => is_goal t && enough c | None => false end.

Lemma replay_sound plan : forall s c t, replay s plan = Some (c, t) -> way s (length plan) c t.
Proof.
  induction plan as [|i plan IH]; intros s c t; simpl; [intros [= <- <-]; constructor|].
  destruct (nth_error (moves s) i) as [[k u]|] eqn:E; [|easy].
  destruct (replay u plan) as [[d v]|] eqn:R; [|easy]. intros [= <- <-].
  apply way_move with u; [now apply nth_error_In with i|auto].
Qed.

Lemma solves_sound s plan enough : solves s plan enough = true ->
  exists c, enough c = true /\ solution s (length plan) c.
Proof.
  unfold solves. destruct (replay s plan) as [[c t]|] eqn:R; [|easy].
  intros [G E]%andb_true_iff. exists c. split; [trivial|]. exists t.
  split; [now apply replay_sound|trivial].
Qed.

Theorem cost_at_most_sound N s plan :
  solves s plan (fun c => c <=? N) = true -> cost_at_most N s.
Proof.
  intros (c & E & H)%solves_sound. apply Nat.leb_le in E. now exists (length plan), c.
Qed.

(** With a lower bound, a plan proves the least cost. *)
Theorem least_cost_sound N s plan :
  solves s plan (fun c => c =? N) = true -> cost_at_least N s -> least_cost N s.
Proof.
  intros (c & E & H)%solves_sound L. apply Nat.eqb_eq in E as ->.
  split; [trivial|]. now exists (length plan).
Qed.

(** * Search *)

(** Numbers and infinity, [None]. *)
Definition below (a b : option nat) : Prop :=
  match a, b with _, None => True | Some a, Some b => a <= b | None, Some _ => False end.

Definition plus (a b : option nat) : option nat :=
  match a, b with Some a, Some b => Some (a + b) | _, _ => None end.

Lemma below_refl a : below a a.
Proof. destruct a; simpl; lia. Qed.

Lemma below_trans a b c : below a b -> below b c -> below a c.
Proof. destruct a, b, c; simpl; lia || tauto. Qed.

Lemma plus_below a b c d : below a c -> below b d -> below (plus a b) (plus c d).
Proof. destruct a, b, c, d; simpl; lia || tauto. Qed.

(** What the checker verifies of a heuristic: 0 at the goals, and no more than the cost of a move and
    the value after it. *)
Definition consistent (h : state Z -> option nat) : Prop :=
  (forall s, is_goal s = true -> h s = Some 0)
  /\ forall s k t, In (k, t) (moves s) -> below (h s) (plus (Some k) (h t)).

(** Such a heuristic never overestimates. *)
Theorem consistent_is_admissible h : consistent h -> forall s n c,
  solution s n c -> below (h s) (Some c).
Proof.
  intros [Zero Step] s n c (u & W & G). induction W as [s|s k t n c u I _ IH].
  - rewrite (Zero _ G). simpl. lia.
  - apply below_trans with (plus (Some k) (h t)); [auto|]. specialize (IH G).
    destruct (h t); simpl in *; [lia|tauto].
Qed.

(** search(state, before, cost), which answers whether no goal is generated. A search that is not
    over within the fuel proves nothing. *)
Fixpoint search (h : state Z -> option nat) (N fuel : nat) s before (cost : nat) : bool :=
  match fuel with
  | 0 => false
  | S fuel =>
      forallb (fun '(k, t) =>
        if state_dec t before then true
        else
          match h t with
          | None => true
          | Some e =>
              if N <=? cost + k + e then true
              else if is_goal t then false
              else search h N fuel t s (cost + k)
          end) (moves s)
  end.

Definition no_solution_below h N fuel s : bool :=
  if N =? 0 then true
  else if is_goal s then false
  else
    match h s with
    | None => true
    | Some e => if N <=? e then true else search h N fuel s s 0
    end.

(** A way to a goal on which no state is the one two moves before, and the first move is not to the
    state that is called before. *)
Inductive tidy : state Z -> state Z -> nat -> Prop :=
| tidy_end before s : is_goal s = true -> tidy before s 0
| tidy_move before s k t c :
    In (k, t) (moves s) -> t <> before -> tidy s t c -> tidy before s (k + c).

(** Where a way goes back, the two moves can be left out. *)
Lemma shorten s n c u : way s n c u -> is_goal u = true -> forall before,
  tidy before s c
  \/ exists m d, m < n /\ d <= c /\ (solution s m d \/ solution before m d).
Proof.
  intros W G. induction W as [s|s k t n c u I W IH]; intros before; [left; now constructor|].
  destruct (state_dec t before) as [->|D].
  - right. exists n, c. split; [lia|]. split; [lia|]. right. now exists u.
  - destruct (IH G s) as [T|(m & d & M & L & [(v & V & F)|H])].
    + left. now apply tidy_move with t.
    + right. exists (S m), (k + d). split; [lia|]. split; [lia|]. left. exists v.
      split; [now apply way_move with t|trivial].
    + right. exists m, d. split; [lia|]. split; [lia|]. now left.
Qed.

Lemma tidy_solution : forall n s c, solution s n c -> exists d, d <= c /\ tidy s s d.
Proof.
  induction n as [n IH] using (well_founded_induction lt_wf). intros s c (u & W & G).
  destruct (shorten s n c u W G s) as [T|(m & d & M & L & H)]; [now exists c|].
  destruct (IH m M s d) as (e & E & T); [now destruct H|]. exists e. split; [lia|trivial].
Qed.

Lemma tidy_is_solution before s c : tidy before s c -> exists n, solution s n c.
Proof.
  induction 1 as [before s G|before s k t c I _ _ (n & u & W & G)].
  - exists 0, s. split; [constructor|trivial].
  - exists (S n), u. split; [now apply way_move with t|trivial].
Qed.

Lemma search_sound h N : consistent h -> forall fuel s before cost c,
  search h N fuel s before cost = true -> is_goal s = false -> tidy before s c -> N <= cost + c.
Proof.
  intros H. induction fuel as [|fuel IH]; intros s before cost c S F T; [discriminate|].
  destruct T as [before s G|before s k t c I D T]; [congruence|].
  simpl in S. rewrite forallb_forall in S. specialize (S _ I). simpl in S.
  destruct (state_dec t before) as [|_]; [easy|].
  destruct (tidy_is_solution _ _ _ T) as [n W].
  pose proof (consistent_is_admissible h H _ _ _ W) as A.
  destruct (h t) as [e|] eqn:E; [|easy]. simpl in A.
  destruct (N <=? cost + k + e) eqn:L; [apply Nat.leb_le in L; lia|].
  destruct (is_goal t) eqn:G; [easy|].
  specialize (IH _ _ _ _ S G T). lia.
Qed.

Theorem cost_at_least_sound h N fuel s : consistent h ->
  no_solution_below h N fuel s = true -> cost_at_least N s.
Proof.
  intros H S n c W. unfold no_solution_below in S.
  destruct (N =? 0) eqn:Zero; [apply Nat.eqb_eq in Zero; lia|].
  destruct (is_goal s) eqn:G; [easy|].
  pose proof (consistent_is_admissible h H _ _ _ W) as A.
  destruct (h s) as [e|]; [|easy]. simpl in A.
  destruct (N <=? e) eqn:L; [apply Nat.leb_le in L; lia|].
  destruct (tidy_solution _ _ _ W) as (d & D & T).
  pose proof (search_sound h N H _ _ _ _ _ S G T). lia.
Qed.

(** * Pattern databases *)

(** A pattern database: arrangements, the steps between them with what they count, an entry for each,
    and the arrangement of each state. *)
Record pattern := Pattern {
  arrangement : Type;
  steps : arrangement -> list (nat * arrangement);
  is_end : arrangement -> bool;                     (* it is that of a goal *)
  value : arrangement -> option nat;
  arranged : state Z -> arrangement
}.

(** What the checker verifies of the entries. *)
Definition verified (D : pattern) : Prop :=
  (forall a, is_end D a = true -> value D a = Some 0)
  /\ forall a k b, In (k, b) (steps D a) -> below (value D a) (plus (Some k) (value D b)).

(** What is trusted of the pieces: goals have the arrangements of goals, and a move makes a step in
    each pattern, or none, which together count no more than it costs. *)
Definition moved (D : pattern) s t (k : nat) : Prop :=
  In (k, arranged D t) (steps D (arranged D s)) \/ arranged D s = arranged D t.

Inductive counted : list pattern -> state Z -> state Z -> nat -> Prop :=
| counted_none s t k : counted [] s t k
| counted_next D l s t j k : moved D s t j -> counted l s t k -> counted (D :: l) s t (j + k).

Definition disjoint (patterns : list pattern) : Prop :=
  (forall s D, is_goal s = true -> In D patterns -> is_end D (arranged D s) = true)
  /\ forall s k t, In (k, t) (moves s) -> counted patterns s t k.

Definition sum (patterns : list pattern) s : option nat :=
  fold_right (fun D e => plus (value D (arranged D s)) e) (Some 0) patterns.

Theorem sums_are_consistent patterns :
  (forall D, In D patterns -> verified D) -> disjoint patterns -> consistent (sum patterns).
Proof.
  intros V [Ends Counts]. split.
  - intros s G. assert (E : forall D, In D patterns -> value D (arranged D s) = Some 0).
    { intros D I. now apply V, Ends. }
    clear V Ends Counts. induction patterns as [|D l IH]; [easy|]. simpl.
    rewrite (E D), IH; [easy| |now left]. intros F I. apply E. now right.
  - intros s k t I. specialize (Counts _ _ _ I). clear I Ends.
    induction Counts as [s t k|D l s t j k M _ IH]; simpl; [lia|].
    specialize (IH (fun F I => V F (or_intror I))).
    assert (B : below (value D (arranged D s)) (plus (Some j) (value D (arranged D t)))).
    { destruct M as [M| ->]; [now apply (V D (or_introl eq_refl))|].
      destruct (value D (arranged D t)); simpl; lia. }
    pose proof (plus_below _ _ _ _ B IH) as A. eapply below_trans; [exact A|].
    destruct (value D (arranged D t)), (sum l t); simpl; lia || tauto.
Qed.

End Puzzle.

Arguments pattern : clear implicits.
