(** The checker of the model, run on small games: it accepts true files and rejects false ones. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game Tesuji.Search Tesuji.Win Tesuji.Strategy.
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

Example drawn : check true Drawn [Move 0; Move 0] = true.
Proof. reflexivity. Qed.

Example drawn_without_bound : check false Drawn [Move 0; Move 0; Move 0] = true.
Proof. reflexivity. Qed.

Example no_win : check false (Wins First) [Move 0; Move 0; Move 0] = false.
Proof. reflexivity. Qed.

Example into_the_loss : check false (Holds First) [Move 1; Move 0] = false.
Proof. reflexivity. Qed.

End Circle.
