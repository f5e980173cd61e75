//! Pictures as people bring them: right, or refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::codecs::png::PngEncoder;
use image::{
    DynamicImage, Frame, GenericImageView, ImageBuffer, ImageEncoder, ImageFormat, Rgb, RgbImage,
    Rgba, RgbaImage,
};
use image_engines::{Assets, make};
use image_tools::{
    EngineLabel, ImageTool, MadeImage, OutputFormat, PictureRole, ToolError, ToolKind,
};

const PHONE: &[u8] = include_bytes!("../../pictures/tests/pictures/phone.jpg");
const CMYK: &[u8] = include_bytes!("pictures/cmyk.jpg");
/// What phones and the web have: red and green above blue and white, 160 by 120 pixels that were taken sideways, and the
/// same with a left half that is clear; `DEEP` has more than 8 bits.
const TURNED: [&[u8]; 2] =
    [include_bytes!("pictures/turned.heic"), include_bytes!("pictures/turned.avif")];
const CLEAR: [&[u8]; 2] =
    [include_bytes!("pictures/clear.heic"), include_bytes!("pictures/clear.avif")];
const DEEP: &[u8] = include_bytes!("pictures/deep.heic");
const ANIMATED_WEBP: &[u8] = include_bytes!("pictures/animated.webp");

fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut content = Cursor::new(Vec::new());
    picture.into().write_to(&mut content, format).unwrap();
    content.into_inner()
}

fn scene() -> RgbImage {
    RgbImage::from_fn(200, 150, |x, y| {
        let is_in = (60..140).contains(&x) && (40..120).contains(&y);
        if is_in { Rgb([220, 60, 40]) } else { Rgb([40, (y + 60) as u8, 200]) }
    })
}

fn mask() -> Vec<u8> {
    encoded(
        RgbImage::from_fn(200, 150, |x, y| {
            let is_in = (60..140).contains(&x) && (40..120).contains(&y);
            Rgb([if is_in { 255 } else { 0 }; 3])
        }),
        ImageFormat::Png,
    )
}

fn run(tool: &ImageTool, pictures: &[Vec<u8>]) -> Result<MadeImage, ToolError> {
    make(tool, pictures, &Assets::load(tool, "/nowhere".as_ref()))
}

fn convert(content: &[u8]) -> Result<RgbaImage, ToolError> {
    let tool = ImageTool::Convert { format: OutputFormat::Png };
    let made = run(&tool, &[content.to_vec()])?;
    Ok(image::load_from_memory(&made.content).unwrap().into_rgba8())
}

/// Returns a tool that needs no network, with its pictures.
fn usable(kind: ToolKind) -> (ImageTool, Vec<Vec<u8>>) {
    let mut json = serde_json::to_value(kind.with_defaults()).unwrap();
    let takes_mask = json.get("has_mask").is_some();
    if takes_mask {
        json["has_mask"] = true.into();
    }
    if kind == ToolKind::Resize {
        json["width"] = 120.into();
    }
    let tool: ImageTool = serde_json::from_value(json).unwrap();
    let pictures = tool.roles().into_iter().map(|role| match role {
        PictureRole::Mask => mask(),
        PictureRole::Picture | PictureRole::Background => encoded(scene(), ImageFormat::Png),
    });
    let pictures = pictures.collect();
    (tool, pictures)
}

#[test]
fn every_tool_makes_a_picture_without_any_data_file() {
    for kind in ToolKind::ALL {
        let (tool, mut pictures) = usable(kind);
        let is_fill = tool.roles() == [PictureRole::Picture, PictureRole::Mask];
        if is_fill && serde_json::to_value(&tool).unwrap().get("has_mask").is_none() {
            // A fifth of the picture at most.
            pictures[1] =
                encoded(
                    RgbImage::from_fn(200, 150, |x, y| {
                        Rgb([if x < 60 && y < 50 { 255 } else { 0 }; 3])
                    }),
                    ImageFormat::Png,
                );
        }
        let made = run(&tool, &pictures).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        let size = image::load_from_memory(&made.content);
        if made.media_type != "image/svg+xml" {
            assert_eq!(size.unwrap().dimensions(), (made.width, made.height), "{kind:?}");
        }
        assert!(made.width.max(made.height) <= kind.made_side_max(), "{kind:?}");
        let info = kind.info("/nowhere".as_ref());
        let own = [EngineLabel::OwnSelection, EngineLabel::CropsAroundHead];
        assert!(
            made.label == info.label || own.contains(&made.label),
            "{kind:?}: {:?}",
            made.label
        );
    }
}

#[test]
fn colors_of_printers_and_of_other_profiles_become_those_of_screens() {
    let made = convert(CMYK).unwrap();
    for (x, expected) in [(20, [255, 0, 0]), (60, [0, 255, 0]), (100, [255, 255, 255])] {
        let found = made.get_pixel(x, 50).0;
        for channel in 0..3 {
            assert!(found[channel].abs_diff(expected[channel]) < 40, "{x}: {found:?}");
        }
    }
    let mut content = Vec::new();
    let mut encoder = PngEncoder::new(&mut content);
    encoder.set_icc_profile(moxcms::ColorProfile::new_display_p3().encode().unwrap()).unwrap();
    let color = RgbImage::from_pixel(120, 100, Rgb([200, 120, 80]));
    encoder.write_image(color.as_raw(), 120, 100, image::ExtendedColorType::Rgb8).unwrap();
    let [red, green, ..] = convert(&content).unwrap().get_pixel(5, 5).0;
    assert!(red > 204 && green < 120, "more saturated in sRGB: {red} {green}");
}

#[test]
fn sixteen_bits_gray_and_transparency_are_read() {
    let deep = ImageBuffer::<Rgb<u16>, _>::from_pixel(120, 100, Rgb([65_535, 32_768, 0]));
    let made = convert(&encoded(deep, ImageFormat::Png)).unwrap();
    assert_eq!(made.get_pixel(1, 1).0, [255, 128, 0, 255]);
    let gray = image::GrayImage::from_pixel(120, 100, image::Luma([77]));
    let made = convert(&encoded(gray, ImageFormat::Jpeg)).unwrap();
    assert_eq!(made.get_pixel(1, 1).0, [77, 77, 77, 255]);
    let clear = RgbaImage::from_pixel(120, 100, Rgba([10, 20, 30, 40]));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let made = convert(&encoded(clear.clone(), format)).unwrap();
        assert_eq!(made.get_pixel(1, 1).0, [10, 20, 30, 40], "{format:?}");
    }
}

#[test]
fn pictures_of_phones_are_read_upright_with_what_is_clear_in_them() {
    const RED: [u8; 4] = [220, 40, 40, 255];
    const GREEN: [u8; 4] = [40, 200, 60, 255];
    const BLUE: [u8; 4] = [40, 60, 220, 255];
    const WHITE: [u8; 4] = [240, 240, 240, 255];
    let is_like = |made: &RgbaImage, (x, y): (u32, u32), wanted: [u8; 4]| {
        let found = made.get_pixel(x, y).0;
        let near = found.iter().zip(wanted).all(|(one, other)| one.abs_diff(other) < 12);
        assert!(near, "{found:?} at {x}, {y} is not {wanted:?}");
    };
    for content in TURNED {
        let made = convert(content).unwrap();
        assert_eq!(made.dimensions(), (120, 160));
        for (at, color) in
            [((30, 40), BLUE), ((90, 40), RED), ((30, 120), WHITE), ((90, 120), GREEN)]
        {
            is_like(&made, at, color);
        }
    }
    for content in CLEAR {
        let made = convert(content).unwrap();
        assert_eq!((made.dimensions(), made.get_pixel(30, 30).0[3]), ((160, 120), 0));
        is_like(&made, (120, 30), GREEN);
    }
    is_like(&convert(DEEP).unwrap(), (120, 90), WHITE);
}

#[test]
fn of_moving_pictures_the_first_frame_is_taken() {
    let mut gif = Vec::new();
    let frame = |color: [u8; 4]| Frame::new(RgbaImage::from_pixel(110, 100, Rgba(color)));
    GifEncoder::new(&mut gif)
        .encode_frames([frame([200, 0, 0, 255]), frame([0, 0, 200, 255])])
        .unwrap();
    for content in [gif.as_slice(), ANIMATED_WEBP] {
        let made = convert(content).unwrap();
        assert_eq!(made.dimensions(), (110, 100));
        assert!(made.get_pixel(50, 50).0[0] > 180, "{:?}", made.get_pixel(50, 50));
    }
}

/// Returns a JPEG with what another one says besides its pixels.
fn with_segments_of(other: &[u8], content: &[u8]) -> Vec<u8> {
    let mut made = content[..2].to_vec();
    let mut at = 2;
    while other[at + 1] != 0xda {
        let length = usize::from(u16::from_be_bytes([other[at + 2], other[at + 3]]));
        // Segments of programs, and comments.
        if matches!(other[at + 1], 0xe1..=0xef | 0xfe) {
            made.extend(&other[at..at + 2 + length]);
        }
        at += 2 + length;
    }
    made.extend(&content[2..]);
    made
}

#[test]
fn nothing_of_a_person_leaves_with_a_picture_and_it_stands_upright() {
    let holds = |content: &[u8], text: &str| {
        content.windows(text.len()).any(|piece| piece == text.as_bytes())
    };
    let taken = with_segments_of(PHONE, &encoded(scene(), ImageFormat::Jpeg));
    assert!(holds(&taken, "Phonemaker") && holds(&taken, "Ana Author"));
    let lying = scene().dimensions();
    for kind in [ToolKind::Compress, ToolKind::Convert, ToolKind::Enhance, ToolKind::Flip] {
        let made = run(&kind.with_defaults(), std::slice::from_ref(&taken)).unwrap();
        for secret in ["Ana Author", "home", "Phonemaker", "SERIAL-0815", "2026:03:14", "Exif"] {
            assert!(!holds(&made.content, secret), "{kind:?}: {secret}");
        }
        assert_eq!((made.height, made.width), lying, "{kind:?}: it was taken sideways");
    }
}

#[test]
fn what_is_no_picture_or_only_half_of_one_is_refused() {
    let whole = encoded(scene(), ImageFormat::Png);
    let jpeg = encoded(scene(), ImageFormat::Jpeg);
    let unsupported = |name: &str| ToolError::Unsupported { format: name.to_owned() };
    let tall = [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(),
        &50_000_u32.to_be_bytes().repeat(2),
        &[8, 6, 0, 0, 0],
    ];
    for (content, expected) in [
        (whole[..whole.len() / 2].to_vec(), ToolError::Broken),
        (jpeg[..60].to_vec(), ToolError::Broken),
        (tall.concat(), ToolError::Dimensions { min: 100, max: 8_192 }),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), unsupported("SVG")),
        (TURNED[0][..TURNED[0].len() - 200].to_vec(), ToolError::Broken),
        (TURNED[1][..TURNED[1].len() - 100].to_vec(), ToolError::Broken),
        (b"MZ\x90\0".to_vec(), unsupported("")),
        (Vec::new(), unsupported("")),
        (
            encoded(RgbImage::new(99, 200), ImageFormat::Png),
            ToolError::Dimensions { min: 100, max: 8_192 },
        ),
    ] {
        assert_eq!(convert(&content).err(), Some(expected), "{} bytes", content.len());
    }
}

#[test]
fn a_picture_that_says_less_than_it_has_costs_no_memory() {
    // Its header says 200 x 200; what follows is a picture of 4,000 x 4,000.
    let mut content = encoded(RgbImage::new(4_000, 4_000), ImageFormat::Png);
    content[16..24].copy_from_slice(&200_u32.to_be_bytes().repeat(2));
    assert_eq!(convert(&content).err(), Some(ToolError::Broken));
}

#[test]
fn each_format_that_is_offered_is_written() {
    for (format, media_type) in [
        (OutputFormat::Jpeg, "image/jpeg"),
        (OutputFormat::Png, "image/png"),
        (OutputFormat::Webp, "image/webp"),
        (OutputFormat::Gif, "image/gif"),
    ] {
        let content = encoded(scene(), ImageFormat::Png);
        let made = run(&ImageTool::Convert { format }, &[content]).unwrap();
        assert_eq!(made.media_type, media_type);
        let read = image::load_from_memory(&made.content).unwrap().into_rgb8();
        let [red, ..] = read.get_pixel(100, 80).0;
        assert!(red > 200, "{media_type}");
    }
}

#[test]
fn an_avif_that_is_written_is_read_again() {
    let avif = ImageTool::Convert { format: OutputFormat::Avif };
    let clear =
        RgbaImage::from_fn(120, 100, |x, _| Rgba([200, 60, 40, if x < 60 { 0 } else { 255 }]));
    for picture in [DynamicImage::from(clear.clone()), DynamicImage::from(scene())] {
        let has_alpha = picture.color().has_alpha();
        let made = run(&avif, &[encoded(picture, ImageFormat::Png)]).unwrap();
        assert_eq!(made.media_type, "image/avif");
        let read = convert(&made.content).unwrap();
        let [red, green, _, alpha] = read.get_pixel(100, 80).0;
        assert!(red > 185 && green < 85 && alpha == 255, "{:?}", read.get_pixel(100, 80));
        assert_eq!(read.get_pixel(10, 10).0[3] == 0, has_alpha);
    }
}

#[test]
fn a_cut_out_by_hand_needs_no_network_and_a_cut_out_without_one_is_refused() {
    let content = encoded(scene(), ImageFormat::Png);
    let made = run(&ImageTool::RemoveBackground { has_mask: true }, &[content.clone(), mask()]);
    let made = made.unwrap();
    assert_eq!(made.label, EngineLabel::OwnSelection);
    let read = image::load_from_memory(&made.content).unwrap().into_rgba8();
    assert_eq!((read.get_pixel(100, 80).0[3], read.get_pixel(10, 10).0[3]), (255, 0));
    let refused = run(&ImageTool::RemoveBackground { has_mask: false }, &[content]);
    assert_eq!(refused.err(), Some(ToolError::NotInstalled(image_tools::Weights::Cutout)));
}
