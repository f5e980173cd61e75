use kernel::Uuid;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{SMALL, send, start};

/// Returns a JPEG with the place where it was taken.
fn photo() -> Vec<u8> {
    let mut plain = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(120, 120, image::Rgb([9, 99, 199]));
    picture.write_to(&mut plain, image::ImageFormat::Jpeg).unwrap();
    let exif = b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0GPS 52.5 13.4";
    let length = (exif.len() as u16 + 2).to_be_bytes();
    let (start, rest) = plain.get_ref().split_at(2);
    [start, &[0xff, 0xe1], &length, exif, rest].concat()
}

/// Returns the head of a HEIC whose picture has these sides.
fn heic(width: u32, height: u32) -> Vec<u8> {
    let nested = |kind: &[u8; 4], body: &[u8]| {
        [&(body.len() as u32 + 8).to_be_bytes(), kind.as_slice(), body].concat()
    };
    let sides = nested(b"ispe", &[[0; 4], width.to_be_bytes(), height.to_be_bytes()].concat());
    let properties = nested(b"iprp", &nested(b"ipco", &sides));
    let meta = nested(b"meta", &[&[0; 4], properties.as_slice()].concat());
    [nested(b"ftyp", b"heic\0\0\0\0mif1"), meta].concat()
}

for_each_store! {
    async fn a_file_is_stored_without_what_tells_of_a_person(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let photo = photo();
        let id = Uuid::now_v7();
        let path = format!("/api/images/files/{id}?name=Beach.jpg");
        let file = ana.put_bytes(&path, &photo).await.ok();
        assert_eq!((&file["media_type"], &file["name"]), (&json!("image/jpeg"), &json!("Beach.jpg")));
        assert_eq!(ana.put_bytes(&path, &photo).await.ok(), file, "sent again");
        let content = ana.get(&format!("/api/documents/files/{id}/content")).await.body;
        assert!(content.len() < photo.len() && !content.windows(3).any(|bytes| bytes == b"GPS"));
    }

    async fn a_picture_of_a_phone_is_kept_as_one_that_everybody_reads(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let id = Uuid::now_v7();
        let path = format!("/api/images/files/{id}?name=Beach.HEIC");
        let file = ana.put_bytes(&path, &heic(4_032, 3_024)).await.ok();
        let seen = (&file["media_type"], &file["name"], &file["width"]);
        assert_eq!(seen, (&json!("image/png"), &json!("Beach.png"), &json!(100)), "what the engine made");
        assert_eq!(ana.get(&format!("/api/documents/files/{id}/content")).await.body, SMALL);
        assert_eq!(ana.put_bytes(&path, &heic(4_032, 3_024)).await.ok(), file, "sent again");
        let path = format!("/api/images/files/{}?name=a.heic", Uuid::now_v7());
        let bomb = ana.put_bytes(&path, &heic(50_000, 50_000)).await;
        bomb.assert_problem(422, "images.size");
    }

    async fn what_is_no_image_is_refused_and_nothing_is_stored(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let mut bomb = SMALL.to_vec();
        bomb[16..24].copy_from_slice(&[0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50]);
        for (content, status, code) in [
            (b"".as_slice(), 422, "files.empty"),
            (b"%PDF-1.7", 415, "image_tools.unsupported"),
            (&SMALL[..20], 422, "image_tools.broken"),
            (&bomb, 422, "images.size"),
        ] {
            let id = Uuid::now_v7();
            let sent = ana.put_bytes(&format!("/api/images/files/{id}?name=a.png"), content).await;
            sent.assert_problem(status, code);
            let file = ana.get(&format!("/api/documents/files/{id}")).await;
            file.assert_problem(404, "files.not_found");
        }
    }

    async fn the_file_of_another_is_not_there(store) {
        let server = start(store).await;
        let (ana, ben) =
            (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let id = send(&ana, SMALL).await;
        let path = format!("/api/images/files/{id}?name=beach.png");
        ben.put_bytes(&path, SMALL).await.assert_problem(409, "files.id_taken");
        let kept = ben.post("/api/images/uploads", json!({ "file_id": id })).await;
        kept.assert_problem(404, "files.not_found");
    }
}
