//! The site of one small game, which every change is tested by.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Files, play_to_the_end, site, version, watch_without_a_network};
use crate::driver::{Page, Screen};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser and a site; cargo xtask site --test-game"]
async fn a_game_is_played_without_a_server_and_then_without_a_network() {
    let files = Files::serve().await;
    let view = "tic-tac-toe?side=first&opponent=perfect";
    let page = Page::open_at(files.base.clone(), Screen::Desktop, view).await;
    page.until("document.querySelector('.brand img').naturalWidth > 0").await;
    play_to_the_end(&page).await;
    page.until("document.getElementById('counsel').textContent.includes('Nobody has won')").await;
    watch_without_a_network(&page, files, "tic-tac-toe", "tic-tac-toe").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser and a site; cargo xtask site --test-game"]
async fn a_file_of_another_version_is_never_kept() {
    // Two files of the site are those of another version.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site-of-two-versions");
    _ = fs::remove_dir_all(&folder);
    assert!(Command::new("cp").arg("-r").arg(site()).arg(&folder).status().unwrap().success());
    let change = |path: &str| {
        let file = folder.join(path);
        let before = fs::read_to_string(&file).unwrap();
        fs::write(&file, format!("{before}// Changed.\n")).unwrap();
        move || fs::write(&file, &before).unwrap()
    };
    let version = version(&folder);
    let change_back = change(&format!("{version}/js/dom.js"));
    _ = change(&format!("{version}/modules/tic-tac-toe.js"));
    let files = Files::serve_folder(&folder).await;
    let page = Page::open_at(files.base.clone(), Screen::Desktop, "tic-tac-toe?side=first").await;

    // Of the page all is kept, or nothing.
    let install = "const done = arguments[arguments.length - 1]; \
        navigator.serviceWorker.register('service-worker.js').then(({ installing }) => { \
          installing.addEventListener('statechange', async () => \
            done([installing.state, Boolean(await caches.match('./'))]), { once: true }); \
        })";
    assert_eq!(page.run_later(install).await, serde_json::json!(["redundant", false]));
    change_back();
    assert_eq!(page.run_later(install).await, serde_json::json!(["installed", true]));

    // The page that was kept has no module of another version, neither now nor later.
    page.go("tic-tac-toe?side=first").await;
    page.until("navigator.serviceWorker.controller").await;
    let load = format!(
        "const done = arguments[arguments.length - 1]; \
         const load = (path) => fetch(path).then(({{ status }}) => status, (error) => error.name); \
         const names = ['js', 'wasm.gz'] \
             .map((ending) => `{version}/modules/tic-tac-toe.${{ending}}`); \
         const isKept = (path) => caches.match(path).then(Boolean); \
         Promise.all(names.map(load)) \
           .then(async (loaded) => done([...loaded, ...await Promise.all(names.map(isKept))]))"
    );
    let loaded = page.run_later(&load).await;
    assert_eq!(loaded, serde_json::json!(["TypeError", 200, false, true]));
    page.client.close().await.unwrap();
}
