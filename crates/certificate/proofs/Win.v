(** The walk [win] of docs/certificates.md: a strategy by which a player wins within N plies.

    [win_sound]: if the walk accepts, the player can force a win within the plies that it returns. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game Tesuji.Search.
Import ListNotations.

(** An entry of the file: the index of a move, or the position is left to a search. *)
Inductive entry := Move (index : nat) | Leave.

(** What the header says, and what the game offers. *)
Record outline (G : game) := Outline {
  key_type : Type;
  key_dec : forall k l : key_type, {k = l} + {k <> l};
  key : position G -> key_type;  (* the position, or one for all that are symmetric *)
  bound : player -> position G -> option nat;
  leaves : nat;
  depth : nat                    (* of searches, 0 for none *)
}.

Arguments key_type {G}. Arguments key_dec {G}. Arguments key {G}. Arguments bound {G}.
Arguments leaves {G}. Arguments depth {G}.

(** Plies that are left; [None] is any number. *)
Definition allows (left : option nat) (n : nat) : bool :=
  match left with None => true | Some l => n <=? l end.

Definition minus (left : option nat) (n : nat) : option (option nat) :=
  match left with
  | None => Some None
  | Some l => if n <=? l then Some (Some (l - n)) else None
  end.

Definition at_most (left : option nat) (n : nat) : nat :=
  match left with None => n | Some l => min l n end.

(** A table that is written at one key. *)
Definition put {K V} (dec : forall k l : K, {k = l} + {k <> l}) (table : K -> option V) (k : K) (v : V)
  : K -> option V :=
  fun l => if dec l k then Some v else table l.

Section Moves.
Context {G : game}.
Implicit Types (p q : position G).

(** The positions after all moves of the opponent ([Walk::replies] in walk.rs). *)
Definition replies p : option (list (position G)) :=
  match after p with
  | [] => None
  | l => if forallb (turns p) l then Some l else None
  end.

Lemma replies_some p l : replies p = Some l ->
  l = after p /\ l <> [] /\ forall q, In q l -> turns p q = true.
Proof.
  unfold replies. destruct (after p) as [|x k] eqn:A; [easy|].
  destruct (forallb (turns p) (x :: k)) eqn:F; [|easy]. intros [= <-].
  repeat split; [easy|]. now apply forallb_forall.
Qed.

(** The position after the move of an entry, which passes the turn. *)
Definition entered p (index : nat) : option (position G) :=
  match nth_error (after p) index with
  | Some q => if turns p q then Some q else None
  | None => None
  end.

Lemma entered_some p i q : entered p i = Some q -> In q (after p) /\ turns p q = true.
Proof.
  unfold entered. destruct (nth_error (after p) i) eqn:E; [|easy].
  destruct (turns p p0) eqn:T; [|easy]. intros [= <-]. split; [|trivial].
  now apply nth_error_In with i.
Qed.

(** The least n of the list for which can_win(position, P, n). *)
Fixpoint first_win (O : outline G) (P : player) p (plies : list nat) : option (option nat) :=
  match plies with
  | [] => Some None
  | n :: plies =>
      match can_force (bound O) P false n p with
      | None => None
      | Some true => Some (Some n)
      | Some false => first_win O P p plies
      end
  end.

Lemma first_win_sound O P p plies n : first_win O P p plies = Some (Some n) -> wins_within P n p.
Proof.
  induction plies as [|m plies IH]; simpl; [easy|].
  destruct (can_force _ _ _ _ _) as [[]|] eqn:C; [|trivial|easy]. intros [= <-].
  now apply can_force_sound in C.
Qed.
End Moves.

Section Win.
Context {G : game}.
Variable O : outline G.
Variable P : player.
Implicit Types (p q : position G).

Hypothesis keys_are_symmetric : symmetry (fun p q => key O p = key O q).
Hypothesis bound_is_right : bound_holds (bound O).

Definition wins_statically p left : option (option nat) :=
  first_win O P p (filter (fun n => (n <=? leaves O) && allows left n) [1; 3; 5; 7]).

(** "on the path", or a number. *)
Inductive status := OnPath | Plies (n : nat).

Definition table := key_type O -> option status.
Definition empty : table := fun _ => None.

(** The entries that are not read yet, and known. *)
Definition state : Type := list entry * table.

Definition know (s : table) p (v : status) : table := put (key_dec O) s (key O p) v.

(** longest(positions, left), of a list that is in the order of the visits. *)
Fixpoint longest (length : position G -> state -> option (nat * state))
    (ps : list (position G)) (s : state) : option (nat * state) :=
  match ps with
  | [] => Some (0, s)
  | p :: ps =>
      match length p s with
      | None => None
      | Some (n, s) =>
          match longest length ps s with
          | None => None
          | Some (m, s) => Some (max n m, s)
          end
      end
  end.

(** length(position, left), from `can_win` on: the part that reads an entry. *)
Definition enter (length : option nat -> position G -> state -> option (nat * state))
    (left : option nat) p (s : state) : option (nat * state) :=
  match wins_statically p left with
  | None => None
  | Some (Some n) => Some (n, s)                                  (* no entry *)
  | Some None =>
      if allows left 1 then
        match fst s with
        | [] => None
        | Leave :: file =>
            let n := at_most left (depth O) in
            match can_force (bound O) P false n p with
            | Some true => if depth O =? 0 then None else Some (n, (file, know (snd s) p (Plies n)))
            | _ => None
            end
        | Move i :: file =>
            match entered p i with
            | None => None
            | Some q =>
                match result q with
                | Some r => if is_win P r then Some (1, (file, know (snd s) p (Plies 1))) else None
                | None =>
                    match minus left 2, replies q with
                    | Some fewer, Some qs =>
                        match longest (length fewer) (rev qs) (file, know (snd s) p OnPath) with
                        | None => None
                        | Some (n, s) => Some (2 + n, (fst s, know (snd s) p (Plies (2 + n))))
                        end
                    | _, _ => None
                    end
                end
            end
        end
      else None
  end.

(** length(position, left). The page has no fuel: without it, the file is rejected or the walk ends,
    because a position on the path is not entered again. *)
Fixpoint length (fuel : nat) (left : option nat) p (s : state) : option (nat * state) :=
  match fuel with
  | 0 => None
  | S fuel =>
      match snd s (key O p) with
      | Some OnPath => None                                       (* a cycle *)
      | Some (Plies n) => if allows left n then Some (n, s) else enter (length fuel) left p s
      | None =>
          match result p with
          | Some r => if is_win P r then Some (0, s) else None
          | None => enter (length fuel) left p s
          end
      end
  end.

Definition win (fuel : nat) (claimed : option nat) root (s : state) : option (nat * state) :=
  match result root with
  | Some r => if is_win P r then Some (0, s) else None
  | None =>
      if same P (to_move root) then longest (length fuel claimed) [root] s
      else
        match minus claimed 1, replies root with
        | Some fewer, Some qs =>
            match longest (length fuel fewer) (rev qs) s with
            | None => None
            | Some (n, s) => Some (1 + n, s)
            end
        | _, _ => None
        end
  end.

(** What the table says is true of each position with the key. *)
Definition right (known : table) : Prop :=
  forall p v, known (key O p) = Some v ->
    result p = None /\ forall n, v = Plies n -> wins_within P n p.

Lemma empty_right : right empty.
Proof. intros p v. discriminate. Qed.

Lemma know_right known p v : right known -> result p = None ->
  (forall n, v = Plies n -> wins_within P n p) -> right (know known p v).
Proof.
  intros H R W q u. unfold know, put. destruct (key_dec O (key O q) (key O p)) as [E|E].
  - intros [= <-]. destruct (keys_are_symmetric q p E) as (F & _). split; [congruence|].
    intros n V. apply symmetric_wins with (R := fun p q => key O p = key O q) (p := p); auto.
  - apply H.
Qed.

Lemma longest_sound length ps s n s' :
  (forall p s n s', In p ps -> length p s = Some (n, s') -> right (snd s) ->
     wins_within P n p /\ right (snd s')) ->
  longest length ps s = Some (n, s') -> right (snd s) ->
  (forall p, In p ps -> wins_within P n p) /\ right (snd s').
Proof.
  revert s n s'; induction ps as [|p ps IH]; intros s n s' L; simpl.
  - intros [= _ <-] H. split; [now intros ? []|trivial].
  - destruct (length p s) as [[m t]|] eqn:E; [|easy].
    destruct (longest length ps t) as [[k u]|] eqn:F; [|easy]. intros [= <- <-] H.
    destruct (L p s m t) as [W H1]; [now left|trivial..|].
    destruct (IH t k u) as [A H2]; [intros; eapply L; eauto; now right|trivial..|].
    split; [|trivial]. intros q [<-|I].
    + apply wins_more with m; [trivial|lia].
    + apply wins_more with k; [auto|lia].
Qed.

Lemma length_sound fuel : forall left p s n s',
  length fuel left p s = Some (n, s') -> (result p = None -> to_move p = P) -> right (snd s) ->
  wins_within P n p /\ right (snd s').
Proof.
  induction fuel as [|fuel IH]; intros left p s n s' L T H; [discriminate|].
  assert (Enter : result p = None -> enter (length fuel) left p s = Some (n, s') ->
    wins_within P n p /\ right (snd s')).
  { clear L. unfold enter. intros R L. specialize (T R).
    destruct (wins_statically p left) as [[m|]|] eqn:W; [| |easy].
    - injection L as <- <-. split; [|trivial]. now apply first_win_sound in W.
    - destruct (allows left 1); [|easy]. destruct (fst s) as [|[i|] file]; [easy| |].
      + destruct (entered p i) as [q|] eqn:E; [|easy]. apply entered_some in E as [I U].
        destruct (result q) as [r|] eqn:F.
        * destruct (is_win P r) eqn:V; [|easy]. apply is_win_true in V as ->.
          injection L as <- <-.
          assert (wins_within P 1 p) by (apply (wins_own P 0 p q); auto using wins_over).
          split; [trivial|]. apply know_right; [trivial..|]. now intros ? [= <-].
        * destruct (minus left 2) as [left'|]; [|easy].
          destruct (replies q) as [qs|] eqn:Q; [|easy].
          apply replies_some in Q as (-> & N & V).
          destruct (longest _ _ _) as [[m t]|] eqn:X; [|easy]. injection L as <- <-.
          apply longest_sound in X as [A H'].
          -- assert (wins_within P (S (S m)) p).
             { apply wins_own with (q := q); [trivial..|]. apply wins_other; [trivial| |trivial|].
               - rewrite <- T. now apply turns_next.
               - intros x J. apply A. now apply in_rev in J. }
             split; [trivial|]. apply know_right; [trivial..|]. now intros ? [= <-].
          -- intros x t' k u J Y. apply (IH left' x t' k u); trivial. intros Fx.
             apply in_rev in J. pose proof (turns_next _ _ (V x J) Fx) as Z.
             rewrite Z, (turns_next _ _ U F), T. apply other_other.
          -- apply know_right; [trivial..|discriminate].
      + destruct (can_force _ _ _ _ _) as [[]|] eqn:C; [|easy..].
        destruct (depth O =? 0); [easy|]. injection L as <- <-.
        apply can_force_sound in C. split; [trivial|].
        apply know_right; [trivial..|]. now intros ? [= <-]. }
  simpl in L. destruct (snd s (key O p)) as [[|m]|] eqn:K; [easy| |].
  - destruct (H p _ K) as [R W]. destruct (allows left m); [|auto].
    injection L as <- <-. split; [now apply W|trivial].
  - destruct (result p) as [r|] eqn:R; [|auto]. destruct (is_win P r) eqn:V; [|easy].
    apply is_win_true in V as ->. injection L as <- <-. split; [now apply wins_over|trivial].
Qed.

Theorem win_sound fuel claimed root s n s' :
  win fuel claimed root s = Some (n, s') -> right (snd s) ->
  wins_within P n root /\ right (snd s').
Proof.
  unfold win. intros X H. destruct (result root) as [r|] eqn:R.
  - destruct (is_win P r) eqn:V; [|easy]. apply is_win_true in V as ->. injection X as <- <-.
    split; [now apply wins_over|trivial].
  - destruct (same P (to_move root)) eqn:T.
    + apply same_true in T. apply longest_sound in X as [A H']; [|clear X|trivial].
      * split; [apply A; now left|trivial].
      * intros p t k u [<-|[]] L H1. now apply (length_sound _ _ _ _ _ _ L).
    + apply same_false in T. destruct (minus claimed 1) as [fewer|]; [|easy].
      destruct (replies root) as [qs|] eqn:Q; [|easy]. apply replies_some in Q as (-> & N & V).
      destruct (longest _ _ _) as [[m t]|] eqn:Y; [|easy]. injection X as <- <-.
      apply longest_sound in Y as [A H']; [|clear Y|trivial].
      * split; [|trivial]. apply wins_other; [trivial..|]. intros q I. apply A. now apply in_rev in I.
      * intros p t' k u I L H1. apply (length_sound _ _ _ _ _ _ L); [|trivial]. intros F.
        apply in_rev in I.
        rewrite (turns_next _ _ (V p I) F), T. apply other_other.
Qed.

End Win.
