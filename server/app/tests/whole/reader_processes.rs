//! Large work that other processes of the program do: editing and making pictures, and reading imported archives.

use std::fs::read_to_string;
use std::io::{Cursor, Write};

use admin::Installation;
use area::Services;
use axum::body::Body;
use code_sandbox::{CodeError, CodeSandbox, Language, Program};
use http::Request;
use image_tools::{ImageTools, ToolKind};
use memory_budget::MemoryBudget;
use parsing::{PictureEditor, Sandbox};
use pictures::{Edit, PictureError};
use serde_json::{Value, json};
use testing::{NOW, TestPerson, TestServer, TestStore, black_png};
use tokio::task::yield_now;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn sandbox() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_ensemble").into())
}

// attacks.md, row 1: a picture above 16 megapixels is edited in a process of its own.
#[test]
fn a_large_picture_is_edited_by_another_process() {
    testing::run(async {
        let memory = MemoryBudget::default();
        let editor = PictureEditor::new(memory.clone(), sandbox());
        let drawn = editor.edit(Edit::Grayscale, black_png(4_100).into()).await.unwrap().unwrap();
        assert!(drawn.starts_with(b"P5\n4100 4100\n255\n"));
        let peak = memory.usage().peak_bytes;
        assert!(peak < 20_000_000, "only the result was in this process: {peak}");

        let mut broken = black_png(4_100);
        broken.truncate(60);
        let refused = editor.edit(Edit::Grayscale, broken.into()).await.unwrap();
        assert_eq!(refused, Err(PictureError::Broken));
    });
}

// Issue 27: image tools work in a process of their own, which can open no file.
#[test]
fn a_picture_is_made_by_another_process() {
    testing::run(async {
        let tools = ImageTools::new(MemoryBudget::default(), sandbox(), "/nowhere".into());
        let tool = ToolKind::Sketch.with_defaults();
        let made = tools.run(tool, vec![black_png(400).into()]).await.unwrap().unwrap();
        assert_eq!((made.media_type.as_str(), made.width, made.height), ("image/png", 400, 400));
        assert!(made.content.starts_with(b"\x89PNG"));
    });
}

// Issue 28: programs of models run in a process that reaches nothing.
#[test]
fn a_program_runs_in_another_process_and_a_hostile_one_reaches_nothing() {
    testing::run(async {
        let code = CodeSandbox::new(MemoryBudget::default(), sandbox());
        let program = |(language, code): (Language, &str)| Program {
            language,
            code: code.to_owned(),
            now: 0,
            files: Vec::new(),
        };
        let sum = program((Language::Python, "sum(range(101))"));
        assert_eq!(code.run(&sum).await.unwrap().unwrap().printed, "5050\n");
        for hostile in HOSTILE {
            match code.run(&program(hostile)).await.unwrap() {
                Ok(outcome) => {
                    assert!(outcome.error.is_some(), "{hostile:?} printed {}", outcome.printed);
                    assert!(!outcome.printed.contains("reached"), "{hostile:?}");
                }
                Err(error) => assert_eq!(error, CodeError::Exhausted, "{hostile:?}"),
            }
        }
    });
}

/// Programs that must not reach the host. One that does prints "reached".
const HOSTILE: [(Language, &str); 44] = {
    use Language::{JavaScript as J, Python as P};
    [
        (P, "print('reached', open('/etc/passwd').read())"),
        (P, "print('reached', open('/proc/self/environ').read())"),
        (P, "print('reached', open('/proc/self/mem', 'rb').read())"),
        (P, "from pathlib import Path\nprint('reached', Path('/etc/hostname').read_text())"),
        (P, "from pathlib import Path\nprint('reached', Path('../../etc/hostname').read_bytes())"),
        (P, "from pathlib import Path\nprint('reached', Path('/etc').stat())"),
        (P, "from pathlib import Path\nPath('/etc/passwd').rename('/tmp/x'); print('reached')"),
        (P, "from pathlib import Path\nPath('/etc/passwd').unlink(); print('reached')"),
        (P, "import os\nprint('reached', os.environ['PATH'])"),
        (P, "import os\n1 / len(os.listdir('/'))\nprint('reached')"),
        (P, "import os\nos.system('true'); print('reached')"),
        (P, "import subprocess\nprint('reached')"),
        (P, "import socket\nprint('reached')"),
        (P, "import urllib.request\nprint('reached')"),
        (P, "import ctypes\nprint('reached')"),
        (P, "import importlib\nprint('reached')"),
        (P, "__import__('os').system('true'); print('reached')"),
        (P, "eval('1'); print('reached')"),
        (P, "exec('1'); print('reached')"),
        (P, "compile('1', '', 'eval'); print('reached')"),
        (P, "print('reached', ().__class__.__base__.__subclasses__())"),
        (P, "print('reached', (lambda: 0).__globals__)"),
        (P, "import sys\nprint('reached', sys._getframe())"),
        (P, "10 ** 10 ** 10"),
        (P, "a = 'a' * 10 ** 8\nb = [a + str(i) for i in range(1000)]\n1 / 0"),
        (P, "def f(): return f()\nf()"),
        (P, "x = []\nwhile True: x.append(x)"),
        (P, "for i in range(21): open(str(i), 'w').write('x')"),
        (P, "open('x', 'w').write('x' * 9_000_000)"),
        (J, "require('fs'); console.log('reached')"),
        (J, "await import('fs'); console.log('reached')"),
        (J, "await import('std'); console.log('reached')"),
        (J, "process.env; console.log('reached')"),
        (J, "Deno.readTextFileSync('/etc/passwd'); console.log('reached')"),
        (J, "console.log('reached', readFile('/etc/passwd'))"),
        (J, "console.log('reached', readFile('../../etc/passwd'))"),
        (J, "await fetch('http://127.0.0.1/'); console.log('reached')"),
        (J, "new XMLHttpRequest(); console.log('reached')"),
        (J, "new WebSocket('ws://127.0.0.1/'); console.log('reached')"),
        (J, "std.open('/etc/passwd', 'r'); console.log('reached')"),
        (J, "new Function('return process')(); console.log('reached')"),
        (J, "const a = []; for (;;) a.push(new Uint8Array(1 << 20))"),
        (J, "const f = () => f(); f()"),
        (J, "for (let i = 0; i < 21; i++) writeFile(`${i}`, 'x')"),
    ]
};

async fn start() -> TestServer {
    let change = |services: Services| Services { sandbox: sandbox(), ..services };
    const INSTALLATION: Installation =
        Installation { version: "1.2.3", files: "disk", started_at: NOW };
    let areas = |services: &Services| {
        let admin = admin::area(services, INSTALLATION);
        vec![chat::area(services), portability::area(services), admin]
    };
    TestServer::with_changed(TestStore::Sqlite, change, areas).await
}

fn zip(content: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("conversations.json", SimpleFileOptions::default()).unwrap();
    zip.write_all(content.as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}

/// Sends an archive and asks for it to be checked. Returns its path.
async fn bring(person: &TestPerson, archive: Vec<u8>) -> String {
    let new = json!({ "name": "archive.zip", "size_bytes": archive.len() });
    let import = person.post("/api/portability/imports", new).await.created();
    let path = format!("/api/portability/imports/{}", import["id"].as_str().unwrap());
    let request = Request::put(format!("{path}/pieces/0")).body(Body::from(archive));
    person.send(request.unwrap()).await.no_content();
    person.post(&format!("{path}/check"), json!({})).await.accepted();
    path
}

fn chats() -> String {
    let message = json!({ "author": { "role": "user" }, "content": {
        "content_type": "text", "parts": ["About engines. ".repeat(20_000)] } });
    let chat = |id: &str| {
        let mapping = json!({ "a": { "id": "a", "message": message } });
        json!({ "id": id, "title": id, "mapping": mapping })
    };
    Value::from_iter([chat("one"), chat("two")]).to_string()
}

#[test]
fn an_archive_is_read_by_another_process() {
    testing::run(async {
        let server = start().await;
        let ana = server.member("ana@example.com").await;
        let path = bring(&ana, zip(&chats())).await;
        server.run_jobs().await;
        let checked = ana.get(&path).await.ok();
        assert_eq!(checked["report"]["conversations"], 2, "{checked}");
        ana.post(&format!("{path}/start"), json!({})).await.accepted();
        server.run_jobs().await;
        assert_eq!(ana.get(&path).await.ok()["report"]["new_messages"], 2);
        let usage = server.services.memory.usage();
        assert!(usage.peak_bytes > 900_000, "long chats reserve memory: {usage:?}");
        assert_eq!(usage.used_bytes, 0);
    });
}

// attacks.md, row 3: "120 kB of zip with one value `[],[],…` of 126 MB: +1.3 GB each"
#[test]
fn an_archive_that_takes_too_much_memory_costs_one_process_and_no_more() {
    testing::run(async {
        let server = start().await;
        let ana = server.member("ana@example.com").await;
        let path = bring(&ana, zip(&format!("[[{}[]]]", "[],".repeat(20_000_000)))).await;
        server.run_jobs().await;
        let import = ana.get(&path).await.ok();
        assert_eq!(import["state"], "failed", "{import}");
        assert_eq!(import["problem"]["code"], "portability.unreadable");
        assert!(server.services.memory.usage().peak_bytes < 1_000_000);
    });
}

/// Returns true if a process of ours reads an archive.
fn is_reading() -> bool {
    let own = format!("PPid:\t{}", std::process::id());
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.map(|process| process.path()).any(|process| {
        let text = |name: &str| read_to_string(process.join(name)).unwrap_or_default();
        text("status").lines().any(|line| line == own) && text("cmdline").contains("read-archive")
    })
}

async fn wait_until_reading(wanted: bool) {
    while is_reading() != wanted {
        yield_now().await;
    }
}

// attacks.md, row 3: "deleting the import does not stop it"
#[test]
fn deleting_an_import_ends_the_process_that_reads_it() {
    testing::run(async {
        let server = start().await;
        let ana = server.member("ana@example.com").await;
        let path = bring(&ana, zip(&format!("[{}0]", "0,".repeat(33_000_000)))).await;
        let delete = async {
            wait_until_reading(true).await;
            ana.delete(&path).await.no_content();
        };
        tokio::join!(server.run_jobs(), delete);
        // Killed, it is gone as soon as the system has cleaned up.
        wait_until_reading(false).await;
        ana.get(&path).await.assert_problem(404, "portability.import_not_found");
    });
}

// attacks.md, row 8: "Suspension stops requests only."
#[test]
fn suspending_a_person_ends_the_process_that_reads_their_import() {
    testing::run(async {
        let server = start().await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let path = bring(&ana, zip(&format!("[{}0]", "0,".repeat(33_000_000)))).await;
        let account = format!("/api/admin/users/{}", ana.user_id);
        let suspend = async {
            wait_until_reading(true).await;
            operator.patch(&account, json!({ "suspended": true, "reason": "spam" })).await.ok();
        };
        tokio::join!(server.run_jobs(), suspend);
        wait_until_reading(false).await;

        operator.patch(&account, json!({ "suspended": false })).await.ok();
        let ana = server.member("ana@example.com").await;
        let import = ana.get(&path).await.ok();
        assert_eq!(import["state"], "failed", "{import}");
        assert_eq!(import["problem"]["code"], "portability.stopped");
        ana.post(&format!("{path}/check"), json!({})).await.accepted();
    });
}
