//! Arguments that make no sense, and what is said of them.

use std::fs;

use crate::common::{code, complaint, printed, scratch, tesuji};

#[test]
fn bad_input_is_refused_with_the_place_and_the_reason() {
    let complaints: Vec<_> = [
        "solve taquin 63175204x",
        "solve taquin 63175204",
        "solve taquin 631752044",
        "solve taquin 631052048",
        "solve taquin 631752049",
        "solve taquin ''",
        "solve taquin '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'",
        "solve taquin 631752048 --size 4x4",
        "solve taquin 631752048 --size 100x100",
        "solve taquin 631752048 --size huge",
        "solve taquin 631752048 --goal 123",
        "solve taquin 631752048 --with magic",
        "solve taquin 631752048 --heuristic magic",
        "solve taquin 631752048 --with bfs --heuristic manhattan",
        "solve taquin 631752048 --with weighted-a* --weight 0.5",
        "solve chess 631752048",
        "solve taquin 631752048 --nodes 0",
        "solve taquin 631752048 --time 0s",
        "solve taquin 631752048 --memory 0",
        "solve taquin 631752048 --memory lots",
        "solve taquin '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 0' --heuristic walking-distance",
        "shuffle taquin --size 1x9",
        "shuffle taquin --count 0",
        "enumerate taquin 9x9",
        "enumerate taquin 5x5",
        "perft breakthrough five",
        "perft breakthrough 'PPP w' 3",
        "perft breakthrough --size 1x1 3",
        "perft breakthrough --goal blank-last 3",
        "perft connect-four 48 3",
        "count nim 3-4-x",
        "count nim 3-4-5 --rules strange",
        "solve rush-hour AA..?...",
        "solve rush-hour BB...GC..H.GCA.H.GC..H..D...FFD.EEE.",
        "solve rush-hour --metric hops",
        "solve rush-hour BB.CC.../DD.EE.../FF.GG.../AA....../HH.II.../JJ.KK.../LL.MM.../NN.OO... --with bidirectional",
        "solve rush-hour-rocks --adversary worst",
        "solve rush-hour-rocks --adversary random --with minimax",
        "solve tic-tac-toe --adversary random",
        "solve taquin --adversary random",
        "solve tic-tac-toe --with expectimax --opponent sleepy",
        "solve tic-tac-toe --with expectimax --temperature 0",
        "solve tic-tac-toe --strategy strategy.csv",
        "generate taquin --min-moves 3 --seed 1",
        "generate rush-hour --min-moves 3 --size 9x9 --seed 1",
        "generate grid --min-moves 1 --size 3x3 --walls 10",
        "generate grid --min-moves 4 --size 3x3 --walls 5",
        "generate grid --min-moves 192",
        "lab breakthrough",
        "lab rush-hour --with alpha-beta",
        "lab rush-hour-rocks --with pvs",
        "lab rush-hour --with expectimax",
        "lab rush-hour-rocks --opponent optimistic",
        "lab rush-hour-rocks --with expectimax --as-written --temperature 3",
        "show taquin 125374680 --words en",
        "show rush-hour --words deutsch",
        "shuffle taquin --moves",
        "perft taquin --complete",
        "perft connect-four --complete --nodes many",
        "perft tic-tac-toe --complete --threads 2",
        "perft tic-tac-toe 3 --threads 0",
        "solve rush-hour-rocks --with alpha-beta --depth 2 --heuristic manhattan",
        "solve tic-tac-toe --with alpha-beta --heuristic even",
        "solve breakthrough --with uct --heuristic pawns-and-rows",
        "count nim 99999999",
        "count taquin --values",
        "count tic-tac-toe XXX......",
        "solve tic-tac-toe XX.OO.... --with ida*",
        "solve taquin 631752048 --with minimax",
        "solve tic-tac-toe --depth 0",
        "nim-values 0.9",
        "nim-values 5-1",
        "solve taquin 806547231 --certificate /nowhere/proof.tesuji",
        "solve rush-hour-rocks --strategy /nowhere/moves.csv",
        "nim-values 0.77 --certificate /nowhere/proof.tesuji",
        "nim-values 0.77 --heaps many",
        "solve taquin 631752048 --threads 0",
        "solve taquin 631752048 --time 5",
        "solve nim 3 4 5",
        "solve grundy 34 --with pvs",
        "solve breakthrough pp/2/2/PP",
        "solve breakthrough 'pp/3/2/PP w'",
        "solve breakthrough 'qq/2/2/PP w'",
        "solve breakthrough 'pp/PP w'",
        "solve connect-four 44x",
        "solve rush-hour-rocks '....B.....BC.AA.BC.D.....D.....DEEE. - foo'",
        "solve connect-four ..x./..../....",
        "perft taquin 806547231",
        "perft taquin 99999999999",
        "compare taquin 631752048 --heuristic magic",
        "compare taquin --depths 40-50",
        "compare taquin --depths 9-3",
        "solve taquin 631752048 --with bfs --playouts 100",
        "solve tic-tac-toe --with minimax --threads 2",
        "solve tic-tac-toe --with pvs --store proofs.tesuji",
        "solve tic-tac-toe --exhaust",
        "compare taquin 631752048 --playouts 100",
        "compare taquin 631752048 --algorithms bfs,magic",
        "compare taquin 631752048 --algorithms bfs:weight=2",
        "solve tic-tac-toe --with pvs:depth=3 --depth 4",
        "solve tic-tac-toe --with pvs:depth=deep",
        "solve tic-tac-toe --with pvs:foresight=3",
        "algorithms chess",
        "match tic-tac-toe --players pvs:playouts=3,random",
        "match tic-tac-toe --players pvs,random --threads 0",
    ]
    .iter()
    .map(|arguments| {
        let output = tesuji(arguments);
        let expected = if arguments.contains("/nowhere/") { 4 } else { 2 };
        assert_eq!(code(&output), expected, "{arguments}");
        assert_eq!(printed(&output), "", "{arguments}");
        let first = complaint(&output).lines().take(3).collect::<Vec<_>>().join("\n  ");
        format!("{arguments}\n  {}", first.trim_end())
    })
    .collect();
    insta::assert_snapshot!(complaints.join("\n"));
}

/// No more of a file is read than it can have: one without an end would fill the memory.
#[test]
fn files_that_are_too_long_are_refused() {
    let folder = scratch("too-long");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let place = folder.display();
    for (arguments, name, max) in [
        (format!("replay {place}/games"), "games", 64 << 20),
        (format!("job run {place} 1"), "job.json", 64 << 20),
        (format!("count tic-tac-toe --hosts {place}/hosts --process 0"), "hosts", 1 << 20),
    ] {
        // Zeros that take no space on the disk.
        let file = fs::File::create(folder.join(name)).unwrap();
        file.set_len(max + 1).unwrap();
        let refused = tesuji(&arguments);
        assert_eq!(code(&refused), 2, "{}", complaint(&refused));
        let complaint = complaint(&refused);
        assert!(complaint.contains(name) && complaint.contains("bytes"), "{complaint}");
    }
}
