(** Claims that strategies prove, and what the checker accepts as a proof of them.

    [accepted_claims_are_true] is the theorem about all of them. Its hypotheses are what
    docs/certificates.md calls trusted: the symmetries, the bound, and that the players alternate. *)

Require Import List Bool Arith Lia.
Require Import Tesuji.Game Tesuji.Search Tesuji.Win Tesuji.Survive.
Import ListNotations.

Inductive claim :=
| Wins (P : player)
| Wins_within (P : player) (plies : nat)
| Wins_in_exactly (P : player) (plies : nat)
| Holds (P : player)
| Drawn.

Definition means {G : game} (c : claim) (p : position G) : Prop :=
  match c with
  | Wins P => wins P p
  | Wins_within P n => wins_within P n p
  | Wins_in_exactly P n => wins_in_exactly P n p
  | Holds P => holds P p
  | Drawn => drawn p
  end.

Section Strategy.
Context {G : game}.
Variable O : outline G.
Variable fuel : nat.
Variable root : position G.

(** The walks that a claim needs. They answer the entries that they leave. *)
Definition wins_by P (claimed : option nat) (enough : nat -> bool) (file : list entry)
  : option (list entry) :=
  match win O P fuel claimed root (file, empty O) with
  | Some (n, (file, _)) => if enough n then Some file else None
  | None => None
  end.

Definition survives_by P (claimed : option nat) (file : list entry) : option (list entry) :=
  match survive O P fuel claimed root (file, fun _ => None) with
  | Some (file, _) => Some file
  | None => None
  end.

Definition both (f g : list entry -> option (list entry)) file : option (list entry) :=
  match f file with Some file => g file | None => None end.

Definition walks (c : claim) : list entry -> option (list entry) :=
  match c with
  | Wins P => wins_by P None (fun _ => true)
  | Wins_within P n => wins_by P (Some n) (fun found => found <=? n)
  | Wins_in_exactly P n =>
      both (wins_by P (Some n) (fun found => found =? n)) (survives_by (other P) (Some n))
  | Holds P => survives_by P None
  | Drawn => both (survives_by First None) (survives_by Second None)
  end.

(** All entries are read, and no more. *)
Definition accepts (c : claim) (file : list entry) : bool :=
  match walks c file with Some [] => true | _ => false end.

Hypothesis keys_are_symmetric : symmetry (fun p q => key O p = key O q).
Hypothesis bound_is_right : bound_holds (bound O).
Hypothesis players_alternate : alternate (G := G).

Lemma wins_by_sound P claimed enough file rest : wins_by P claimed enough file = Some rest ->
  exists n, enough n = true /\ wins_within P n root.
Proof.
  unfold wins_by. destruct (win _ _ _ _ _ _) as [[n [left known]]|] eqn:W; [|easy].
  destruct (enough n) eqn:E; [|easy]. intros _. exists n. split; [trivial|].
  apply win_sound in W as [W _]; trivial. apply empty_right.
Qed.

Lemma survives_by_sound P claimed file rest : survives_by P claimed file = Some rest ->
  survives P claimed root.
Proof.
  unfold survives_by. destruct (survive _ _ _ _ _ _) as [[left met]|] eqn:W; [|easy].
  intros _. now apply survive_sound in W.
Qed.

Lemma both_some f g file rest : both f g file = Some rest ->
  exists between, f file = Some between /\ g between = Some rest.
Proof. unfold both. destruct (f file) as [between|]; [|easy]. now exists between. Qed.

Theorem accepted_claims_are_true c file : accepts c file = true -> means c root.
Proof.
  unfold accepts. destruct (walks c file) as [[|]|] eqn:W; [intros _|easy..].
  destruct c; simpl in *.
  - apply wins_by_sound in W as (n & _ & W). now exists n.
  - apply wins_by_sound in W as (n & L & W). apply Nat.leb_le in L. now apply wins_more with n.
  - apply both_some in W as (between & W & S). apply wins_by_sound in W as (n & E & W).
    apply Nat.eqb_eq in E as ->. split; [trivial|]. intros m L V. apply (not_both _ _ _ V).
    apply survives_by_sound in S. destruct plies as [|l]; [lia|]. simpl in S.
    apply safe_fewer with l; [trivial|lia].
  - now apply survives_by_sound in W.
  - apply both_some in W as (between & A & B).
    split; [now apply survives_by_sound in A|now apply survives_by_sound in B].
Qed.

End Strategy.
