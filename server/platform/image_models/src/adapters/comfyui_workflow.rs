//! The workflow that makes an image by a checkpoint, in ComfyUI's own form: nodes by number, wired by `[node, output]`.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};

use crate::{ImageRequest, ImageSize};

/// Names of the files that a workflow reads.
#[derive(Debug, Default)]
pub(crate) struct Uploads {
    pub image: Option<String>,
    pub mask: Option<String>,
}

/// The number of the node that has the seed.
pub(crate) const SAMPLER: &str = "3";
const CHECKPOINT: &str = "4";
const LATENT: &str = "5";
const POSITIVE: &str = "6";
const NEGATIVE: &str = "7";

const STEPS: u32 = 25;
/// The scale of models that have none set.
const CFG_SCALE: f64 = 7.0;
/// FLUX is guided by a node of its own, at another scale.
const FLUX_GUIDANCE: f64 = 3.5;
/// How much of an image changes, where nobody says.
const STRENGTH: f64 = 0.75;

/// Returns the workflow of a request.
pub(crate) fn workflow(request: &ImageRequest, uploads: &Uploads) -> Value {
    let is_flux = request.model.to_lowercase().contains("flux");
    let negative = request.negative_prompt.as_deref().unwrap_or_default();
    let strength = match &uploads.image {
        None => 1.0,
        Some(_) => {
            let each = request.references.first().and_then(|reference| reference.strength);
            each.or(request.strength).unwrap_or(STRENGTH)
        }
    };
    let mut nodes = json!({
        CHECKPOINT: node("CheckpointLoaderSimple", json!({ "ckpt_name": request.model })),
        POSITIVE: node("CLIPTextEncode", json!({ "text": request.prompt, "clip": [CHECKPOINT, 1] })),
        NEGATIVE: node("CLIPTextEncode", json!({ "text": negative, "clip": [CHECKPOINT, 1] })),
        "8": node("VAEDecode", json!({ "samples": [SAMPLER, 0], "vae": [CHECKPOINT, 2] })),
        "9": node("SaveImage", json!({ "filename_prefix": "ensemble", "images": ["8", 0] })),
    });
    let latent = add_latent(&mut nodes, request, uploads);
    let positive = if is_flux { add_guidance(&mut nodes, request) } else { json!([POSITIVE, 0]) };
    let cfg = if is_flux { 1.0 } else { request.cfg_scale.unwrap_or(CFG_SCALE) };
    nodes[SAMPLER] = node(
        "KSampler",
        json!({
            "seed": request.seed.unwrap_or_else(|| seed_of(&request.idempotency_key)),
            "steps": STEPS, "cfg": cfg, "sampler_name": "euler",
            "scheduler": if is_flux { "simple" } else { "normal" }, "denoise": strength,
            "model": [CHECKPOINT, 0], "positive": positive, "negative": [NEGATIVE, 0],
            "latent_image": latent,
        }),
    );
    nodes
}

fn node(kind: &str, inputs: Value) -> Value {
    json!({ "class_type": kind, "inputs": inputs })
}

/// Adds what the sampler begins with: nothing, or the image of the request.
fn add_latent(nodes: &mut Value, request: &ImageRequest, uploads: &Uploads) -> Value {
    let count = request.count.max(1);
    let Some(image) = &uploads.image else {
        let ImageSize { width, height } = request.size.unwrap_or(DEFAULT_SIZE);
        let inputs = json!({ "width": width, "height": height, "batch_size": count });
        nodes[LATENT] = node("EmptyLatentImage", inputs);
        return json!([LATENT, 0]);
    };
    nodes["10"] = node("LoadImage", json!({ "image": image }));
    nodes["11"] = node("VAEEncode", json!({ "pixels": ["10", 0], "vae": [CHECKPOINT, 2] }));
    let mut latent = json!(["11", 0]);
    if let Some(mask) = &uploads.mask {
        // A mask is what is not covered, as in the request.
        nodes["12"] = node("LoadImageMask", json!({ "image": mask, "channel": "alpha" }));
        let inputs = json!({ "samples": latent, "mask": ["12", 0] });
        nodes["13"] = node("SetLatentNoiseMask", inputs);
        latent = json!(["13", 0]);
    }
    if count > 1 {
        nodes["14"] = node("RepeatLatentBatch", json!({ "samples": latent, "amount": count }));
        latent = json!(["14", 0]);
    }
    latent
}

fn add_guidance(nodes: &mut Value, request: &ImageRequest) -> Value {
    let guidance = request.cfg_scale.unwrap_or(FLUX_GUIDANCE);
    let inputs = json!({ "guidance": guidance, "conditioning": [POSITIVE, 0] });
    nodes["15"] = node("FluxGuidance", inputs);
    json!(["15", 0])
}

const DEFAULT_SIZE: ImageSize = ImageSize { width: 1_024, height: 1_024 };

/// Returns a seed of 32 bits for a request without one: the server would take an equal workflow for done already.
fn seed_of(idempotency_key: &str) -> i64 {
    let mut hasher = DefaultHasher::new();
    idempotency_key.hash(&mut hasher);
    i64::from(hasher.finish() as u32)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use crate::ReferenceImage;

    fn request() -> ImageRequest {
        ImageRequest {
            model: "sd.safetensors".to_owned(),
            prompt: "a cat".to_owned(),
            count: 2,
            seed: Some(7),
            ..ImageRequest::default()
        }
    }

    /// Asserts that every wire of the workflow leads to one of its nodes.
    fn assert_is_wired(workflow: &Value) {
        for node in workflow.as_object().unwrap().values() {
            for input in node["inputs"].as_object().unwrap().values().filter(|i| i.is_array()) {
                assert!(workflow[input[0].as_str().unwrap()].is_object(), "{input} of {node}");
            }
        }
    }

    #[test]
    fn a_text_begins_with_an_empty_image_of_the_size_asked_for() {
        let size = Some(ImageSize { width: 768, height: 512 });
        let made = workflow(&ImageRequest { size, ..request() }, &Uploads::default());
        assert_is_wired(&made);
        let inputs = json!({ "width": 768, "height": 512, "batch_size": 2 });
        assert_eq!(made[LATENT]["inputs"], inputs);
        assert_eq!(made[SAMPLER]["inputs"]["denoise"], json!(1.0));
        assert_eq!(made[SAMPLER]["inputs"]["seed"], json!(7));
    }

    #[test]
    fn an_image_is_changed_where_the_mask_lets_it() {
        let content = Bytes::new();
        let reference =
            ReferenceImage { content, media_type: "image/png".to_owned(), strength: Some(0.4) };
        let request = ImageRequest { references: vec![reference], ..request() };
        let uploads =
            Uploads { image: Some("in.png".to_owned()), mask: Some("mask.png".to_owned()) };
        let made = workflow(&request, &uploads);
        assert_is_wired(&made);
        assert_eq!(made[SAMPLER]["inputs"]["denoise"], json!(0.4));
        assert_eq!(made["12"]["inputs"], json!({ "image": "mask.png", "channel": "alpha" }));
        assert_eq!(made["14"]["inputs"]["amount"], json!(2));
        assert!(made[LATENT].is_null());
    }

    #[test]
    fn flux_is_guided_by_a_node_of_its_own() {
        let flux = ImageRequest { model: "FLUX1-dev.safetensors".to_owned(), ..request() };
        let made = workflow(&flux, &Uploads::default());
        assert_is_wired(&made);
        assert_eq!(made[SAMPLER]["inputs"]["cfg"], json!(1.0));
        assert_eq!(made["15"]["inputs"]["guidance"], json!(3.5));
    }

    #[test]
    fn two_requests_without_a_seed_have_two() {
        assert_ne!(seed_of("a"), seed_of("b"));
        assert_eq!(seed_of("a"), seed_of("a"));
    }
}
