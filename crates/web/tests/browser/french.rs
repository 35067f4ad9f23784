//! The page in French: what the program says reaches the reader in French too.

use serde_json::json;

use crate::driver::{Page, Screen};

/// Opens a view in French.
async fn open(view: &str) -> Page {
    let page = Page::open(Screen::Desktop, view).await;
    page.run("localStorage.setItem('tesuji.language', '\"fr\"')").await;
    page.go(view).await;
    page.until("document.documentElement.lang === 'fr'").await;
    page
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn refused_questions_are_answered_in_french() {
    let at = |game: &str, position: &str| json!({ "game": game, "position": position });
    let sized = |game: &str, size: &str| json!({ "game": game, "settings": { "size": size } });
    let solved = |game: &str, search: &str| json!({ "at": { "game": game }, "search": search });
    let questions = json!([
        ["position", { "game": "go" }],
        ["position", at("taquin", "0123456788")],
        ["position", at("taquin", "112345670")],
        ["position", at("taquin", "1 2 x")],
        ["position", sized("taquin", "9x9")],
        ["position", sized("taquin", "many")],
        ["position", { "game": "taquin", "settings": { "komi": "6" } }],
        ["position", at("nim", "400-4000000000")],
        ["position", at("nim", "1-x")],
        ["position", at("rush-hour", "BB./...")],
        ["position", at("rush-hour", "......./......./......./......./......./.......")],
        ["position", at("grid", "s..")],
        ["position", at("grid", "")],
        ["position", at("sokoban", "####/#@-#/####")],
        ["position", at("tic-tac-toe", "XXX/OOO/...")],
        ["position", at("tic-tac-toe", "XX")],
        ["position", at("connect-four", "x")],
        ["position", sized("connect-four", "99x99")],
        ["position", at("breakthrough", "nothing")],
        ["position", at("octal", "1-x")],
        ["move", { "at": at("taquin", "123456780"), "move": "1" }],
        ["move", { "at": { "game": "tic-tac-toe" }, "move": "z9" }],
        ["move", { "at": { "game": "connect-four" }, "move": "9" }],
        ["move", { "at": { "game": "breakthrough" }, "move": "a1-a5" }],
        ["shuffle", { "at": { "game": "taquin" }, "seed": 1, "distance": 32 }],
        ["solve", solved("taquin", "pvs")],
        ["solve", solved("taquin", "magic")],
        ["solve", solved("taquin", "a*:weight=2")],
        ["solve", solved("taquin", "a*:heuristic=hope")],
        ["solve", solved("taquin", "weighted-a*:weight=light")],
        ["solve", solved("nim", "pvs:depth=0")],
        ["solve", solved("nim", "pvs:table=1TiB")],
        ["solve", solved("nim", "pvs:threads=200")],
        ["record", { "at": { "game": "taquin" }, "search": "bfs", "nodes": 0 }],
    ]);
    let page = open("taquin").await;
    let told = page
        .run_later(&format!(
            "const done = arguments[arguments.length - 1]; \
             (async () => {{ \
               const api = await import(new URL('js/api.js', document.baseURI)); \
               const told = []; \
               for (const [path, body] of {questions}) {{ \
                 const answer = await fetch(`api/${{path}}`, {{ method: 'POST', \
                   headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }}); \
                 const {{ error }} = await answer.json(); \
                 const french = await api.post(path, body).catch(({{ message }}) => message); \
                 told.push([error?.message, french]); \
               }} \
               return told; \
             }})().then(done, (error) => done(String(error)))"
        ))
        .await;
    let told: Vec<(String, String)> =
        serde_json::from_value(told.clone()).unwrap_or_else(|error| panic!("{error}: {told}"));
    const ENGLISH: [&str; 10] = [
        " is ", " has ", " not ", " cannot ", " the ", " there ", " cell ", " cells", " and ",
        " or ",
    ];
    for (english, french) in &told {
        assert_ne!(english, french);
        assert!(!ENGLISH.iter().any(|word| french.contains(word)), "{english}: {french}");
    }
    let of = |part: &str| &told.iter().find(|(english, _)| english.contains(part)).unwrap().1;
    assert_eq!(
        of("0123456788"),
        "\"0123456788\" n’est pas une position de Taquin\u{a0}: un plateau de 10 cases est de taille \
         2x5 ou 5x2\u{a0}: donnez la taille"
    );

    // Where a reader meets one.
    page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })").await;
    let field = page.find("#pasted").await;
    field.send_keys("0123456788").await.unwrap();
    page.click("#import").await;
    page.until(
        "document.getElementById('import-refused').textContent.includes('n’est pas une position')",
    )
    .await;
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn pseudocode_is_in_french() {
    let page = open("search?game=tic-tac-toe&search=alpha-beta&step=30").await;
    page.until("document.querySelector('.pseudocode .current')").await;
    let text = page.text(".pseudocode").await;
    assert!(text.contains("pour chaque coup, dans l’ordre donné"), "{text}");
    assert!(!text.contains("for each"), "{text}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_board_is_in_sight_above_the_buttons_of_a_phone() {
    let page = Page::open(Screen::Phone, "taquin").await;
    for language in ["en", "fr"] {
        page.run(&format!("localStorage.setItem('tesuji.language', '\"{language}\"')")).await;
        page.go("taquin").await;
        page.until("document.querySelector('.taquin .tile')").await;
        let covered = page
            .run(
                "const edge = (what) => document.querySelector(what).getBoundingClientRect(); \
                 return edge('.taquin').bottom - edge('.actions').top",
            )
            .await;
        assert!(covered.as_f64() <= Some(0.0), "{language}: {covered} pixels are covered");
    }
    page.close().await;
}
