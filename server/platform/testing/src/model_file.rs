//! Model files, and a stand-in for the program that serves them.

use std::path::{Path, PathBuf};

/// Returns the program's path; the model file's name defines its behavior.
pub fn fake_llama_server() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/programs/fake_llama_server.py"))
}

/// Writes a model file of some hundred bytes, as far as its header says: `name` with `.gguf`.
pub fn write_model_file(folder: &Path, name: &str) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    std::fs::write(folder.join(name), model_file()).expect("the file can be written");
}

/// Returns the bytes of a model file: its header (architecture, name, size of its window, template) and one tensor.
pub fn model_file() -> Vec<u8> {
    let mut bytes = b"GGUF\x03\0\0\0".to_vec();
    bytes.extend(1_u64.to_le_bytes());
    bytes.extend(5_u64.to_le_bytes());
    for (key, text) in [
        ("general.architecture", "llama"),
        ("general.name", "Tiny Llama"),
        ("tokenizer.chat_template", "{{ tools }}"),
    ] {
        put_text(&mut bytes, key);
        bytes.extend(8_u32.to_le_bytes());
        put_text(&mut bytes, text);
    }
    for (key, number) in [("general.file_type", 15_u32), ("llama.context_length", 4_096)] {
        put_text(&mut bytes, key);
        bytes.extend(4_u32.to_le_bytes());
        bytes.extend(number.to_le_bytes());
    }
    put_text(&mut bytes, "output.weight");
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(16_u64.to_le_bytes());
    bytes.extend(0_u32.to_le_bytes());
    bytes.extend(0_u64.to_le_bytes());
    bytes.resize(bytes.len().next_multiple_of(32) + 16 * 4, 0);
    bytes
}

/// Returns the starts of the program for a model file, each as `<its id> <its parent's> <arguments>`.
pub fn starts_of(folder: &Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(format!("{name}.starts"))).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
}
