(** The walk of depth_first.rs, which keeps its path in vectors.

    [depth_first_visits]: it does what functions do that call themselves, as those of [Win.v], [Values.v]
    and [Nimbers.v]. *)

Require Import List Arith Lia.
Import ListNotations.

Section DepthFirst.
Variables walk position node : Type.

Inductive step := Known (number : nat) | Wait (n : node) (appended : list position).

Variable enter : walk -> position -> node -> option (walk * step).
Variable leave : walk -> node -> list nat -> option (walk * nat).

(** The number of a position that follows a node, and those of several, with the walk before and after. *)
Inductive visits : position -> node -> walk -> nat -> walk -> Prop :=
| visits_known p n w x w' : enter w p n = Some (w', Known x) -> visits p n w x w'
| visits_wait p n w w1 m ps xs w2 x w' :
    enter w p n = Some (w1, Wait m ps) -> visits_all (rev ps) m w1 xs w2 ->
    leave w2 m xs = Some (w', x) -> visits p n w x w'
with visits_all : list position -> node -> walk -> list nat -> walk -> Prop :=
| visits_none n w : visits_all [] n w [] w
| visits_next p ps n w x w1 xs w' :
    visits p n w x w1 -> visits_all ps n w1 xs w' -> visits_all (p :: ps) n w (x :: xs) w'.

(** [depth_first]: the last positions and numbers are the first ones of the lists. A node has the indices
    of its first position and number. *)
Fixpoint depth_first (fuel : nat) (w : walk) (waiting : list position) (numbers : list nat)
    (above : node * nat * nat) (path : list (node * nat * nat)) : option (walk * nat) :=
  match fuel with
  | 0 => None
  | S fuel =>
      let '(n, first, first_number) := above in
      match (if first <? length waiting then waiting else []) with
      | p :: waiting =>
          match enter w p n with
          | None => None
          | Some (w, Known x) => depth_first fuel w waiting (x :: numbers) above path
          | Some (w, Wait m ps) =>
              depth_first fuel w (rev ps ++ waiting) numbers (m, length waiting, length numbers)
                (above :: path)
          end
      | [] =>
          let own := length numbers - first_number in
          match leave w n (rev (firstn own numbers)), path with
          | None, _ => None
          | Some found, [] => Some found
          | Some (w, x), above :: path => depth_first fuel w waiting (x :: skipn own numbers) above path
          end
      end
  end.

Lemma depth_first_step fuel : forall w ps rest xs below n path found,
  depth_first fuel w (ps ++ rest) (rev xs ++ below) (n, length rest, length below) path = Some found ->
  exists ys w1 w2 x, visits_all ps n w ys w1 /\ leave w1 n (xs ++ ys) = Some (w2, x)
    /\ match path with
       | [] => found = (w2, x)
       | above :: path => exists less, less < fuel
           /\ depth_first less w2 rest (x :: below) above path = Some found
       end.
Proof.
  induction fuel as [fuel IH] using (well_founded_induction lt_wf).
  intros w ps rest xs below n path found D. destruct fuel as [|fuel]; [discriminate|]. simpl in D.
  destruct ps as [|p ps]; simpl in D.
  - rewrite Nat.ltb_irrefl in D. rewrite app_length, Nat.add_sub, firstn_app, skipn_app in D.
    rewrite Nat.sub_diag, firstn_all, skipn_all, app_nil_r, rev_involutive in D. simpl in D.
    destruct (leave w n xs) as [[w' x]|] eqn:L; [|easy]. exists [], w, w', x.
    split; [constructor|]. split; [now rewrite app_nil_r|].
    destruct path; [congruence|]. exists fuel. split; [lia|trivial].
  - replace (length rest <? S (length (ps ++ rest))) with true in D
      by (symmetry; apply Nat.ltb_lt; rewrite app_length; lia).
    assert (Go : forall less w1 x, less <= fuel -> visits p n w x w1 ->
      depth_first less w1 (ps ++ rest) (x :: rev xs ++ below) (n, length rest, length below) path
        = Some found ->
      exists ys w1 w2 x, visits_all (p :: ps) n w ys w1 /\ leave w1 n (xs ++ ys) = Some (w2, x)
        /\ match path with
           | [] => found = (w2, x)
           | above :: path => exists less, less < S fuel
               /\ depth_first less w2 rest (x :: below) above path = Some found
           end).
    { intros less w1 x L V E. change (x :: rev xs ++ below) with (([x] ++ rev xs) ++ below) in E.
      change [x] with (rev [x]) in E. rewrite <- rev_app_distr in E.
      apply (IH less ltac:(lia)) in E as (ys & w2 & w3 & y & A & B & C). exists (x :: ys), w2, w3, y.
      split; [now apply visits_next with w1|]. rewrite <- app_assoc in B. split; [trivial|].
      destruct path; [trivial|]. destruct C as (l & M & C). exists l. split; [lia|trivial]. }
    destruct (enter w p n) as [[w1 [x|m l]]|] eqn:E; [| |easy].
    + apply (Go fuel w1 x); [trivial|now constructor|trivial].
    + apply (IH fuel ltac:(lia) w1 (rev l) (ps ++ rest) []) in D as (ys & w2 & w3 & x & A & B & less & L & C).
      apply (Go less w3 x); [lia|now apply visits_wait with w1 m l ys w2|trivial].
Qed.

Theorem depth_first_visits fuel w ps n found :
  depth_first fuel w (rev ps) [] (n, 0, 0) [] = Some found ->
  exists xs w1, visits_all (rev ps) n w xs w1 /\ leave w1 n xs = Some found.
Proof.
  intros D. rewrite <- (app_nil_r (rev ps)) in D.
  apply (depth_first_step fuel w (rev ps) [] [] []) in D as (xs & w1 & w2 & x & A & B & ->).
  now exists xs, w1.
Qed.

End DepthFirst.
