(** The checker of the model, run on small games: it accepts true files and rejects false ones. *)

Require Import List Bool Arith Lia.
Require QArith Lqa.
Require Import Tesuji.Game Tesuji.Search Tesuji.AlphaBeta Tesuji.Win Tesuji.Strategy Tesuji.Values Tesuji.Nimbers.
Require Import Tesuji.Puzzle Tesuji.Layers Tesuji.Bounds Tesuji.Distances.
Require Import Tesuji.Heaps Tesuji.Expectation.
Import ListNotations.

Lemma players_dec (P Q : player) : {P = Q} + {P <> Q}.
Proof. decide equality. Defined.

(** One heap, from which each player takes one to three tokens; who cannot take has lost. *)
Module Heap.

Lemma dec (p q : nat * player) : {p = q} + {p <> q}.
Proof. decide equality; [apply players_dec|apply Nat.eq_dec]. Defined.

Definition heap : game := {|
  position := nat * player;
  eq_dec := dec;
  after p := map (fun taken => (fst p - taken, other (snd p)))
    (filter (fun taken => taken <=? fst p) [1; 2; 3]);
  to_move := snd;
  result p := if fst p =? 0 then Some (Win (other (snd p))) else None
|}.

Definition outline (leaves depth : nat) : outline heap := {|
  key_type := nat * player;
  key_dec := dec;
  key (p : position heap) := p;
  bound _ _ := Some 0;
  leaves := leaves;
  depth := depth
|}.

Definition check leaves depth heap_size := accepts (outline leaves depth) 100 (heap_size, First).

(* Take 1 of 5. After each reply, the last one first, take the rest. *)
Example wins : check 0 0 5 (Wins First) [Move 0; Move 0; Move 1; Move 2] = true.
Proof. reflexivity. Qed.

Example within : check 0 0 5 (Wins_within First 3) [Move 0; Move 0; Move 1; Move 2] = true.
Proof. reflexivity. Qed.

Example leaves_need_no_entries : check 1 0 5 (Wins_within First 3) [Move 0] = true.
Proof. reflexivity. Qed.

Example search_of_the_checker : check 0 3 5 (Wins_within First 3) [Leave] = true.
Proof. reflexivity. Qed.

Example too_soon : check 0 3 5 (Wins_within First 2) [Leave] = false.
Proof. reflexivity. Qed.

Example wrong_move : check 0 0 5 (Wins First) [Move 1; Move 0; Move 1; Move 2] = false.
Proof. reflexivity. Qed.

Example entry_too_many : check 0 0 5 (Wins First) [Move 0; Move 0; Move 1; Move 2; Move 0] = false.
Proof. reflexivity. Qed.

(* The second walk: Second takes 1 after each first move, and has not lost after two plies. *)
Example exactly : check 0 0 5 (Wins_in_exactly First 3)
  ([Move 0; Move 0; Move 1; Move 2] ++ [Move 0; Move 0; Move 0]) = true.
Proof. reflexivity. Qed.

Example other_player : forallb (fun m => negb (check 7 0 4 (Wins First) [Move m])) [0; 1; 2] = true.
Proof. reflexivity. Qed.

Example second_wins_of_four : check 0 0 4 (Wins_in_exactly Second 2)
  [Move 0; Move 1; Move 2; Move 0] = true.
Proof. reflexivity. Qed.

Lemma symmetric leaves depth : symmetry (fun p q => key (outline leaves depth) p = key (outline leaves depth) q).
Proof.
  intros p q E. simpl in E. subst q.
  repeat split; intros x I; exists x; now split.
Qed.

Lemma bounded leaves depth : bound_holds (bound (outline leaves depth)).
Proof. intros A m p _. exists 0. simpl. split; [trivial|lia]. Qed.

Lemma alternates : alternate (G := heap).
Proof.
  intros p q _ I. unfold turns. simpl in *. apply in_map_iff in I as (taken & <- & _). simpl.
  destruct (fst p - taken =? 0); [trivial|]. now destruct (snd p).
Qed.

(** What the accepted file proves, by the theorem. *)
Corollary five_tokens : wins_in_exactly (G := heap) First 3 (5, First).
Proof.
  apply (accepted_claims_are_true (outline 0 0) 100 (5, First) (symmetric 0 0) (bounded 0 0) alternates
    (Wins_in_exactly First 3) [Move 0; Move 0; Move 1; Move 2; Move 0; Move 0; Move 0]).
  exact exactly.
Qed.

(** Semi-strong claims, with the position's worth for First; the second walk is for Second. *)
Definition worth P leaves depth file :=
  match values (outline leaves depth) P 100 (5, First) file with
  | Some (w, s) => Some (w, Values.file s)
  | None => None
  end.

(* Take 1, and the rest after each reply. *)
Example first_wins : worth First 0 0 [Move 0; Move 0; Move 1; Move 2] = Some (Won, []).
Proof. reflexivity. Qed.

(* After First's moves Second wins from 3 and 2, and takes 1 from 4. First then wins, as after any other
   move from 4. *)
Example second_loses : worth Second 1 0 [Move 0] = Some (Loss, []).
Proof. reflexivity. Qed.

Example second_is_searched : worth Second 0 9 [Leave; Leave; Leave] = Some (Loss, []).
Proof. reflexivity. Qed.

Example not_the_best_move : worth First 0 0 [Move 1; Move 0; Move 0; Move 0; Move 0] = None.
Proof. reflexivity. Qed.

(** The nim-value of a heap of n is n modulo 4. *)
Definition nim n := match Nimbers.value (G := heap) 100 (n, First) (fun _ => None) with
  | Some (v, _) => Some v | None => None end.

Example nim_values : map nim [0; 1; 2; 3; 4; 5; 6; 7] = map Some [0; 1; 2; 3; 0; 1; 2; 3].
Proof. reflexivity. Qed.

End Heap.

(** A game in which positions repeat: First moves from 0 to 1 or 3 and from 2 to 1, Second from 1 to 0
    or 2. Second has won in 3. *)
Module Circle.

Definition circle : game := {|
  position := nat;
  eq_dec := Nat.eq_dec;
  after p := match p with 0 => [1; 3] | 1 => [0; 2] | 2 => [1] | _ => [] end;
  to_move p := if Nat.even p then First else Second;
  result p := if p =? 3 then Some (Win Second) else None
|}.

Definition outline (depth : nat) (never : bool) : outline circle := {|
  key_type := nat;
  key_dec := Nat.eq_dec;
  key (p : position circle) := p;
  bound A _ := if never && same A First then None else Some 0;
  leaves := 0;
  depth := depth
|}.

Definition check never := accepts (outline 0 never) 100 (0 : position circle).

Example first_holds : check false (Holds First) [Move 0; Move 0] = true.
Proof. reflexivity. Qed.

Example drawn : check true Strategy.Drawn [Move 0; Move 0] = true.
Proof. reflexivity. Qed.

Example drawn_without_bound : check false Strategy.Drawn [Move 0; Move 0; Move 0] = true.
Proof. reflexivity. Qed.

Example no_win : check false (Wins First) [Move 0; Move 0; Move 0] = false.
Proof. reflexivity. Qed.

Example into_the_loss : check false (Holds First) [Move 1; Move 0] = false.
Proof. reflexivity. Qed.

End Circle.

(** Kayles, the octal game 0.77: take one or two tokens, and leave at most two heaps. *)
Module Kayles.

Definition takes (k : nat) : bool := (k =? 1) || (k =? 2).
Definition kayles : rule :=
  {| most := 2; nothing := takes; one := takes; two := takes; unequal := false |}.

Example values : rev (values_below kayles 12) = [0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6].
Proof. vm_compute. reflexivity. Qed.

Example from_heap_71_on : has_period kayles 12 71 = true.
Proof. vm_compute. reflexivity. Qed.

(** What the accepted file proves, of all heaps. *)
Corollary twelve : forall n, 71 <= n -> nim_of kayles n = nim_of kayles (n + 12).
Proof. exact (has_period_sound kayles 12 71 from_heap_71_on). Qed.

Example too_soon : has_period kayles 12 3 = false. Proof. vm_compute. reflexivity. Qed.

(** Without two heaps, the period of this rule is 3. *)
Definition one_heap : rule :=
  {| most := 2; nothing := takes; one := takes; two _ := false; unequal := false |}.

Example periods : map (fun P => has_period one_heap P 0) [0; 1; 2; 3; 4; 6]
  = [false; false; false; true; false; true].
Proof. reflexivity. Qed.

End Kayles.

(** A puzzle: on a ring of eight cells, a step to the right costs 1 and one to the left 2. The goal is
    cell 0. *)
Module Ring.

Definition ring : puzzle := {|
  state := nat;
  state_dec := Nat.eq_dec;
  moves s := [(1, (s + 1) mod 8); (2, (s + 7) mod 8)];
  is_goal s := s =? 0
|}.

Definition distance_right (s : state ring) : option nat := Some (min ((8 - s) mod 8) (2 * s)).
Definition too_large (s : state ring) : option nat := Some (2 * s).
Definition none (s : state ring) : option nat := Some 0.

(** Whether a heuristic passes the test of all moves, as the checker verifies a table. *)
Definition passes (h : state ring -> option nat) : bool :=
  forallb (fun s => forallb (fun '(k, t) =>
    match h s, h t with Some a, Some b => a <=? k + b | _, _ => false end) (moves s)) (seq 0 8).

Example right_table : passes distance_right = true. Proof. reflexivity. Qed.
Example wrong_table : passes too_large = false. Proof. reflexivity. Qed.

Example plan : solves (Z := ring) 5 [0; 0; 0] (fun c => c =? 3) = true. Proof. reflexivity. Qed.
Example wrong_plan : solves (Z := ring) 5 [0; 0; 1] (fun c => c <=? 9) = false. Proof. reflexivity. Qed.

Example cost_of_three : no_solution_below (Z := ring) distance_right 3 100 5 = true.
Proof. reflexivity. Qed.
Example cost_of_two : no_solution_below (Z := ring) none 4 100 2 = true. Proof. reflexivity. Qed.
Example cost_of_four : no_solution_below (Z := ring) none 4 100 5 = false. Proof. reflexivity. Qed.
Example not_in_time : no_solution_below (Z := ring) none 4 2 2 = false. Proof. reflexivity. Qed.

Definition by_cost Z (s : state Z) N := no_goal_below (Z := Z) (fun l => l) 100 N s.

Example by_costs : map (fun N => by_cost ring 5 (Some N)) [2; 3; 4] = [true; true; false].
Proof. reflexivity. Qed.

(* In moves: two steps to the left are as many as three to the right. *)
Example by_layers : map (fun N => by_cost (counting ring) 5 (Some N)) [2; 3; 4] = [true; true; false].
Proof. reflexivity. Qed.

Example by_balls : map (fun N => balls_apart (Z := ring) (fun _ _ => true) N 5 [0]) [2; 3; 4]
  = [true; true; false].
Proof. reflexivity. Qed.

Example solvable : by_cost (counting ring) 5 None = false. Proof. reflexivity. Qed.

Definition counts counted := layers _ Nat.eq_dec (next (Z := ring)) (grown _ Nat.eq_dec (next (Z := ring)) 0 [0]) counted.
Definition undirected_counts counted := undirected _ Nat.eq_dec (next (Z := ring)) [] [0] counted.

Example counts_of_the_ring : counts [1; 2; 2; 2; 1] = true. Proof. reflexivity. Qed.
Example counted_with_ways_back : undirected_counts [1; 2; 2; 2; 1] = true. Proof. reflexivity. Qed.
Example too_few : counts [1; 2; 2; 2] = false. Proof. reflexivity. Qed.
Example too_many : undirected_counts [1; 2; 2; 2; 1; 1] = false. Proof. reflexivity. Qed.

Example to_the_goal : distances (Z := ring) 100 5 [1; 2; 2; 2; 1] = true. Proof. reflexivity. Qed.
Example not_to_the_goal : distances (Z := ring) 100 5 [1; 2; 3; 2] = false. Proof. reflexivity. Qed.

(** What the accepted file proves. *)
Corollary five_cells : cost_at_least (Z := ring) 3 5.
Proof.
  apply (costs_sound (Z := ring) (fun l => l)) with (fuel := 100); [easy| |reflexivity].
  intros s k t [[= <- _]|[[= <- _]|[]]]; lia.
Qed.

End Ring.

(** First tosses a coin, from 0 to 1, until Second, whose moves are the sides of the coin, moves to 2. *)
Module Coin.
Import QArith Lqa.

Definition coin : game := {|
  position := nat;
  eq_dec := Nat.eq_dec;
  after p := match p with 0%nat => [1%nat] | 1%nat => [2%nat; 0%nat] | _ => [] end;
  to_move p := match p with 1%nat => Second | _ => First end;
  result p := match p with 0%nat | 1%nat => None | _ => Some (Win First) end
|}.

Definition value_of (p : position coin) : Q := match p with 0%nat => 2 | 1%nat => 1 | _ => 0 end.

Lemma coin_is_regular : regular (G := coin).
Proof. intros [|[|p]] q R I; simpl in *; try easy; repeat destruct I as [<-|I]; easy. Qed.

(** Two tosses are enough on the average. *)
Corollary two_tosses : forall n,
  1 * spent (G := coin) (follow (G := coin) (fun p => match p with 0%nat => 1%nat | _ => 2%nat end) 0%nat)
    n [] 0%nat <= 2.
Proof.
  apply (at_most (G := coin) First coin_is_regular (fun p => p <> 1%nat) value_of).
  - reflexivity.
  - intros [|[|p]]; discriminate.
  - intros [|[|p]] r N R; simpl in R; congruence.
  - intros [|[|p]] R; simpl in *; try easy; now left.
  - intros [|[|p]] N R; simpl in *; try easy. split.
    + intros x [<-|[<-|[]]]; easy.
    + discriminate.
  - easy.
Qed.

End Coin.

(** Why the search of a leaf needs players who do not lose by an own move: First has a safe move from 0,
    but loses by the own move from 2. *)
Module Own_loss.

Definition own_loss : game := {|
  position := nat;
  eq_dec := Nat.eq_dec;
  after p := match p with 0 => [1] | 1 => [2] | 2 => [3] | _ => [] end;
  to_move p := if Nat.even p then First else Second;
  result p := if p =? 3 then Some (Win Second) else None
|}.

Definition safe_moves (p : position own_loss) := match p with 0 => Some (false, [1]) | _ => None end.

Example right : safe_moves_hold (G := own_loss) safe_moves.
Proof.
  intros [|p] wins l E; [injection E as <- <-|discriminate E].
  split; [discriminate|]. split; [now intros q I|]. split; [|intros q I; now left].
  intros q [<-|[]]. split; [reflexivity|]. intros x [<-|[]]. discriminate.
Qed.

Definition leaf_wins A n (p : position own_loss) :=
  run (fun _ _ => Some 0) safe_moves (fun _ => None) A false false unit (fun _ _ => None) (fun t _ => t)
    (fun _ _ l => l) (fun _ => false) (fun _ _ => false) n p tt.

Example false_answer : leaf_wins Second 3 0 = Some (false, tt).
Proof. reflexivity. Qed.

Example truth : can_force (G := own_loss) (fun _ _ => Some 0) Second false 3 0 = Some true.
Proof. reflexivity. Qed.

End Own_loss.

(** Why the theorem needs players who alternate, also where the walk does not look: in 1 and 2, First
    moves twice in a row, and has won in 4. Positions 3 and 5 are a slower way. The bound is right, and
    the walk for Second omits position 0 by it, because of three plies First should make but one. *)
Module Twice.

Definition twice : game := {|
  position := nat;
  eq_dec := Nat.eq_dec;
  after p := match p with 0 => [1] | 1 => [2; 3] | 2 => [4] | 3 => [5] | 5 => [4] | _ => [] end;
  to_move p := match p with 0 | 3 => Second | _ => First end;
  result p := if p =? 4 then Some (Win First) else None
|}.

Definition outline : outline twice := {|
  key_type := nat;
  key_dec := Nat.eq_dec;
  key (p : position twice) := p;
  bound A p := match A, p with
    | First, 4 => Some 0
    | First, 0 | First, 1 => Some 2
    | First, 2 | First, 3 | First, 5 => Some 1
    | _, _ => None
    end;
  leaves := 0;
  depth := 0
|}.

Lemma bounded : bound_holds (bound outline).
Proof.
  assert (F : forall m p, play (G := twice) First m p ->
    exists b, bound outline First p = Some b /\ b <= m).
  { intros m p Y. induction Y as [p R|m p q R T I Y (b & B & L)|m p q R T I Y (b & B & L)].
    - destruct p as [|[|[|[|[|p]]]]]; try discriminate R. now exists 0.
    - destruct p as [|[|[|[|[|[|p]]]]]]; try discriminate T; simpl in I;
        repeat (destruct I as [I|I]); try contradiction; subst q; injection B as <-;
        (eexists; split; [reflexivity|lia]).
    - destruct p as [|[|[|[|[|[|p]]]]]]; try discriminate T; simpl in I;
        repeat (destruct I as [I|I]); try contradiction; subst q; injection B as <-;
        (eexists; split; [reflexivity|lia]). }
  intros [] m p Y; [now apply F|]. exfalso.
  induction Y as [p R|? ? ? ? ? ? ? IH|? ? ? ? ? ? ? IH]; [|trivial..].
  unfold result in R. simpl in R. now destruct (p =? 4).
Qed.

Example false_claim : accepts outline 100 (0 : position twice) (Wins_in_exactly First 4)
  [Move 1; Move 0] = true.
Proof. reflexivity. Qed.

Example truth : wins_within (G := twice) First 3 0.
Proof.
  apply wins_other; [trivial..|discriminate|]. intros q [<-|[]].
  apply wins_own with 2; [trivial..|now left|]. apply wins_own with 4; [trivial..|now left|].
  now apply wins_over.
Qed.

End Twice.
