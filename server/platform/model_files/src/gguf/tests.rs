use std::io::Cursor;

use proptest::prelude::*;

use super::*;

/// Writes a header, as `gguf` of PyPI does.
#[derive(Default)]
struct Made {
    keys: Vec<u8>,
    count: u64,
    tensors: Vec<u8>,
    tensor_count: u64,
    data: usize,
}

impl Made {
    fn text(bytes: &mut Vec<u8>, text: &str) {
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    }

    fn key(&mut self, key: &str, kind: u32) {
        Self::text(&mut self.keys, key);
        self.keys.extend(kind.to_le_bytes());
        self.count += 1;
    }

    fn says(mut self, key: &str, value: &str) -> Self {
        self.key(key, TEXT);
        Self::text(&mut self.keys, value);
        self
    }

    fn counts(mut self, key: &str, value: u32) -> Self {
        self.key(key, 4);
        self.keys.extend(value.to_le_bytes());
        self
    }

    fn lists(mut self, key: &str, items: &[&str]) -> Self {
        self.key(key, LIST);
        self.keys.extend(TEXT.to_le_bytes());
        self.keys.extend((items.len() as u64).to_le_bytes());
        for item in items {
            Self::text(&mut self.keys, item);
        }
        self
    }

    /// Returns a tensor of `elements` numbers of two bytes.
    fn holds(mut self, elements: usize) -> Self {
        Self::text(&mut self.tensors, "token_embd.weight");
        self.tensors.extend(1_u32.to_le_bytes());
        self.tensors.extend((elements as u64).to_le_bytes());
        self.tensors.extend(1_u32.to_le_bytes());
        self.tensors.extend((self.data as u64).to_le_bytes());
        self.data += elements * 2;
        self.tensor_count += 1;
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"GGUF".to_vec();
        bytes.extend(3_u32.to_le_bytes());
        bytes.extend(self.tensor_count.to_le_bytes());
        bytes.extend(self.count.to_le_bytes());
        bytes.extend(&self.keys);
        bytes.extend(&self.tensors);
        bytes.resize(bytes.len().next_multiple_of(32), 0);
        bytes.resize(bytes.len() + self.data, 0);
        bytes
    }
}

fn model() -> Made {
    Made::default()
        .says("general.architecture", "llama")
        .says("general.name", "Tiny\nLlama ")
        .says("general.size_label", "1.1B")
        .counts("general.file_type", 15)
        .lists("tokenizer.ggml.tokens", &["a", "b", ""])
        .counts("llama.context_length", 4_096)
        .counts("llama.block_count", 22)
        .counts("llama.embedding_length", 2_048)
        .counts("llama.attention.head_count", 32)
        .counts("llama.attention.head_count_kv", 4)
        .says("tokenizer.chat_template", "{% if tools %}…{% endif %}<think>")
        .holds(100)
}

fn read_bytes(bytes: &[u8]) -> Result<Gguf, GgufError> {
    read(Cursor::new(bytes), bytes.len() as u64)
}

#[test]
fn a_header_says_what_a_model_is() {
    let found = read_bytes(&model().bytes()).unwrap();
    assert_eq!(
        found,
        Gguf {
            architecture: "llama".to_owned(),
            name: Some("Tiny Llama".to_owned()),
            size_label: Some("1.1B".to_owned()),
            quantisation: Some("Q4_K_M"),
            context_tokens: Some(4_096),
            has_template: true,
            tools: true,
            reasoning: true,
            is_for_chat: true,
            // 22 layers, 4 heads of 64 numbers for keys and as many for values, of two bytes.
            bytes_per_token: Some(22 * 4 * (64 + 64) * 2),
            part: None,
        }
    );
}

#[test]
fn keys_may_come_before_the_architecture_they_belong_to() {
    let made = Made::default()
        .counts("llama.context_length", 8)
        .says("general.architecture", "llama")
        .holds(1);
    assert_eq!(read_bytes(&made.bytes()).unwrap().context_tokens, Some(8));
}

#[test]
fn a_file_that_was_not_copied_to_its_end_is_incomplete_wherever_it_ends() {
    let whole = model().bytes();
    for length in 4..whole.len() {
        let error = read_bytes(&whole[..length]).unwrap_err();
        assert!(matches!(error, GgufError::Incomplete), "{length}: {error}");
    }
}

#[test]
fn what_is_no_chat_model_is_known_as_such() {
    let embeddings = Made::default().says("general.architecture", "nomic-bert").holds(1);
    let projector = Made::default()
        .says("general.architecture", "llama")
        .says("general.type", "mmproj")
        .holds(1);
    let vocabulary = Made::default().says("general.architecture", "llama");
    for made in [embeddings, projector, vocabulary] {
        assert!(!read_bytes(&made.bytes()).unwrap().is_for_chat);
    }
}

#[test]
fn other_files_and_other_versions_are_told_apart() {
    assert!(matches!(read_bytes(b""), Err(GgufError::NotGguf)));
    assert!(matches!(read_bytes(b"PK\x03\x04 a zip"), Err(GgufError::NotGguf)));
    let mut old = model().bytes();
    old[4] = 1;
    assert!(matches!(read_bytes(&old), Err(GgufError::Version(1))));
    old[4..8].copy_from_slice(&3_u32.to_be_bytes());
    assert!(matches!(read_bytes(&old), Err(GgufError::OtherByteOrder)));
}

#[test]
fn absurd_numbers_take_neither_memory_nor_time() {
    let mut many_keys = model().bytes();
    many_keys[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(matches!(read_bytes(&many_keys), Err(GgufError::Damaged(_))));
    let mut many_tensors = model().bytes();
    many_tensors[8..16].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(matches!(read_bytes(&many_tensors), Err(GgufError::Damaged(_))));
    let mut long_key = model().bytes();
    long_key[24..32].copy_from_slice(&(u64::MAX - 3).to_le_bytes());
    assert!(read_bytes(&long_key).is_err());
    let mut long_list = Made::default();
    long_list.key("tokenizer.ggml.tokens", LIST);
    long_list.keys.extend(4_u32.to_le_bytes());
    long_list.keys.extend((u64::MAX / 2).to_le_bytes());
    assert!(read_bytes(&long_list.bytes()).is_err());
    let mut lists_in_lists = Made::default();
    lists_in_lists.key("a", LIST);
    for _ in 0..1_000 {
        lists_in_lists.keys.extend(LIST.to_le_bytes());
        lists_in_lists.keys.extend(1_u64.to_le_bytes());
    }
    assert!(matches!(read_bytes(&lists_in_lists.bytes()), Err(GgufError::Damaged(_))));
    let heads = model().counts("llama.attention.head_count", 0).bytes();
    assert_eq!(read_bytes(&heads).unwrap().bytes_per_token, None);
}

proptest! {
    #[test]
    fn no_header_makes_the_reader_panic(at in 0_usize..600, bytes in prop::collection::vec(any::<u8>(), 1..24)) {
        let mut file = model().bytes();
        for (offset, byte) in bytes.iter().enumerate() {
            if let Some(place) = file.get_mut(at + offset) {
                *place = *byte;
            }
        }
        // Any result is fine, as long as it does not panic.
        drop(read_bytes(&file));
    }
}
