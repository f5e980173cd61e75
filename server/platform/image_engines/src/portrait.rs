use crate::geometry::part;
use crate::plane::Plane;
use crate::raster::Raster;

/// The head of a subject, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Head {
    /// Middle of its columns.
    pub(crate) center: f32,
    pub(crate) top: f32,
    pub(crate) height: f32,
}

/// The proportions of a portrait around a head.
pub(crate) struct Portrait {
    /// Width in relation to height.
    pub(crate) ratio: f32,
    /// Height of the head, in relation to that of the picture.
    pub(crate) head: f32,
    /// Room above the head, in relation to the height of the picture.
    pub(crate) above: f32,
}

pub(crate) const AVATAR: Portrait = Portrait { ratio: 1.0, head: 0.6, above: 0.14 };
pub(crate) const HEADSHOT: Portrait = Portrait { ratio: 0.8, head: 0.42, above: 0.12 };
pub(crate) const LINKEDIN: Portrait = Portrait { ratio: 1.0, head: 0.5, above: 0.14 };
/// As ICAO asks: the face takes 70 to 80 percent of the height.
pub(crate) const ID_PHOTO: Portrait = Portrait { ratio: 35.0 / 45.0, head: 0.72, above: 0.08 };

/// Finds the head of a subject by its outline: from its top to where it gets narrow, or as high as it is wide.
pub(crate) fn find_head(alpha: &Plane) -> Option<Head> {
    let widths: Vec<f32> = alpha.data.chunks(alpha.width).map(|row| row.iter().sum()).collect();
    let least = alpha.width as f32 * 0.02;
    let top = widths.iter().position(|width| *width > least)?;
    let end =
        top + widths[top..].iter().position(|width| *width <= least).unwrap_or(alpha.height - top);
    let neck = find_neck(&widths[top..end]);
    // A head is a little higher than wide; without a neck, it is a part of what is there.
    let height =
        neck.unwrap_or_else(|| (end - top).min((widest(&widths[top..end]) * 1.2) as usize));
    let rows = top..(top + height).min(end);
    let (mut sum, mut weight) = (0.0, 0.0);
    for y in rows {
        for (x, value) in alpha.data[y * alpha.width..][..alpha.width].iter().enumerate() {
            sum += x as f32 * value;
            weight += value;
        }
    }
    Some(Head { center: sum / weight.max(1e-3), top: top as f32, height: height as f32 })
}

fn widest(widths: &[f32]) -> f32 {
    widths.iter().copied().fold(0.0, f32::max)
}

/// Returns how many rows from the top a subject is narrowest, between what is wider above and what is wider below.
fn find_neck(widths: &[f32]) -> Option<usize> {
    let (mut head, mut neck) = (0.0_f32, (0, f32::MAX));
    for (row, width) in widths.iter().enumerate() {
        let is_neck = neck.1 < head * 0.85 && neck.0 as f32 > head * 0.6;
        if is_neck && *width > neck.1 * 1.25 {
            return Some(neck.0);
        }
        if *width > head {
            head = *width;
            neck = (row, *width);
        } else if *width < neck.1 {
            neck = (row, *width);
        }
    }
    None
}

/// Cuts a portrait around a head; around the upper middle without one. It lies within the picture.
pub(crate) fn cut(raster: &Raster, head: Option<Head>, portrait: &Portrait) -> Raster {
    let (whole_width, whole_height) = (raster.width() as f32, raster.height() as f32);
    let largest = whole_height.min(whole_width / portrait.ratio);
    let (center, top, height) = match head {
        Some(head) => {
            let height = (head.height / portrait.head).min(largest);
            (head.center, head.top - portrait.above * height, height)
        }
        None => (whole_width / 2.0, (whole_height - largest) * 0.25, largest),
    };
    let width = (height * portrait.ratio).min(whole_width);
    let left = (center - width / 2.0).clamp(0.0, whole_width - width);
    let top = top.clamp(0.0, whole_height - height);
    let side = |length: f32, start: f32, whole: u32| {
        ((length.round() as u32).max(1)).min(whole - start as u32)
    };
    part(
        raster,
        left as u32,
        top as u32,
        side(width, left, raster.width()),
        side(height, top, raster.height()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the outline of a person: a head, a neck and shoulders.
    fn person(width: usize, height: usize, center: f32) -> Plane {
        let data = (0..width * height).map(|at| {
            let (x, y) = ((at % width) as f32, (at / width) as f32);
            let is_head = ((x - center) / 40.0).powi(2) + ((y - 110.0) / 50.0).powi(2) < 1.0;
            let is_neck = (x - center).abs() < 20.0 && (140.0..185.0).contains(&y);
            let is_body = (x - center).abs() < 90.0 && y >= 180.0;
            if is_head || is_neck || is_body { 1.0 } else { 0.0 }
        });
        Plane { width, height, data: data.collect() }
    }

    #[test]
    fn a_head_is_found_above_its_neck() {
        let head = find_head(&person(400, 400, 150.0)).unwrap();
        assert!((head.center - 150.0).abs() < 4.0, "{head:?}");
        assert!((head.top - 61.0).abs() < 4.0, "{head:?}");
        assert!((85.0..125.0).contains(&head.height), "{head:?}");
        assert_eq!(find_head(&Plane::filled(50, 50, 0.0)), None);
    }

    #[test]
    fn a_portrait_has_its_ratio_and_the_head_in_it() {
        let raster = Raster::opaque(image::RgbImage::new(400, 400));
        let head = find_head(&person(400, 400, 150.0));
        for (portrait, ratio) in
            [(&AVATAR, 1.0), (&HEADSHOT, 0.8), (&LINKEDIN, 1.0), (&ID_PHOTO, 35.0 / 45.0)]
        {
            for head in [head, None] {
                let made = cut(&raster, head, portrait);
                let found = made.width() as f32 / made.height() as f32;
                assert!((found - ratio).abs() < 0.02, "{found} {ratio}");
            }
        }
        let at_the_edge = Head { center: 399.0, top: 0.0, height: 300.0 };
        assert_eq!(cut(&raster, Some(at_the_edge), &AVATAR).color.dimensions(), (400, 400));
    }
}
