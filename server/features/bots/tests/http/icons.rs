use std::io::Cursor;

use axum::body::Body;
use http::Request;
use image::{DynamicImage, ImageFormat, RgbImage};
use serde_json::json;
use testing::{Answer, Client, for_each_store};

use crate::setting::{Setting, make};

fn picture(format: ImageFormat) -> Vec<u8> {
    let mut content = Cursor::new(Vec::new());
    DynamicImage::from(RgbImage::new(300, 200)).write_to(&mut content, format).unwrap();
    content.into_inner()
}

async fn put(client: &Client, path: &str, named: &str, content: Vec<u8>) -> Answer {
    let request = Request::put(format!("{path}/icon")).header("content-type", named);
    client.send(request.body(Body::from(content)).unwrap()).await
}

for_each_store! {
    async fn a_picture_is_made_anew_and_given_to_those_who_see_the_bot(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, ben, .. } = &setting;
        let path = make(ana, json!({})).await;
        ben.get(&format!("{path}/icon")).await.assert_problem(404, "bots.icon_not_found");
        let first = put(ana, &path, "image/png", picture(ImageFormat::Png)).await.ok();
        let bot = put(ana, &path, "image/jpeg", picture(ImageFormat::Jpeg)).await.ok();
        let address = bot["icon"].as_str().unwrap();
        assert_ne!(bot["icon"], first["icon"], "its address changes with it");

        let icon = ben.get(address).await.assert_status(200);
        assert_eq!(icon.header("content-type"), "image/jpeg");
        assert_eq!(icon.header("x-content-type-options"), "nosniff");
        assert_eq!(icon.header("cache-control"), "private, max-age=31536000, immutable");
        let seen = image::load_from_memory(&icon.body).unwrap();
        assert_eq!((seen.width(), seen.height()), (512, 512));
        server.run_jobs().await;
        assert_eq!(server.services.files.list(Some("bots")).await.unwrap().len(), 1);

        ana.patch(&path, json!({ "published": false })).await.ok();
        ben.get(address).await.assert_problem(404, "bots.no_access");
        ana.delete(&format!("{path}/icon")).await.no_content();
        server.run_jobs().await;
        assert!(server.services.files.list(Some("bots")).await.unwrap().is_empty());
    }

    // spec §5: "Bot images: PNG or JPG, max 4MB."
    // spec §8: "File size exceeds the maximum size limit"; "File type not supported"
    // spec §8: "Failed to load image"
    async fn a_file_that_is_no_picture_or_too_large_is_refused(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = make(ana, json!({})).await;
        let png = picture(ImageFormat::Png);
        put(ben, &path, "image/png", png.clone()).await.assert_problem(404, "bots.no_access");
        let svg = b"<svg onload=alert(1)>".to_vec();
        put(ana, &path, "image/png", svg).await.assert_problem(415, "bots.icon_type");
        put(ana, &path, "image/gif", png.clone()).await.assert_problem(415, "bots.icon_type");
        let cut = png[..png.len() / 2].to_vec();
        put(ana, &path, "image/png", cut).await.assert_problem(422, "bots.icon_broken");
        let mut large = png;
        large.resize(4_000_001, 0);
        put(ana, &path, "image/png", large.clone()).await.assert_problem(413, "bots.icon_too_large");
        large.resize(6_000_000, 0);
        put(ana, &path, "image/png", large).await.assert_problem(413, "bots.icon_too_large");
        assert_eq!(ana.get(&path).await.ok()["icon"], json!(null));
    }
}
