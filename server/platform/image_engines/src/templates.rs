//! Pictures that are drawn from a template: wallpapers, posters, banners, logos.

mod logo;
mod poster;
mod wallpaper;

pub(crate) use logo::{LogoText, logo};
pub(crate) use poster::{PosterText, banner, poster};
pub(crate) use wallpaper::{Wallpaper, wallpaper};
