//! Still pictures coded as AV1, decoded by rav1d, whose interface is that of dav1d's C library.

#![allow(unsafe_code, reason = "the decoder is called by pointers; each call is in this file")]

use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use heic_rs::hevc::Frame;
use heic_rs::{ChromaFormat, MatrixCoefficients, Nclx, Range};
use image_tools::{LARGE_PIXELS_MAX, ToolError};
use rav1d::include::dav1d::data::Dav1dData;
use rav1d::include::dav1d::dav1d::{Dav1dContext, Dav1dSettings};
use rav1d::include::dav1d::headers::{
    DAV1D_PIXEL_LAYOUT_I400, DAV1D_PIXEL_LAYOUT_I420, DAV1D_PIXEL_LAYOUT_I422,
    DAV1D_PIXEL_LAYOUT_I444,
};
use rav1d::include::dav1d::picture::Dav1dPicture;
use rav1d::src::lib::{
    dav1d_close, dav1d_data_create, dav1d_data_unref, dav1d_default_settings, dav1d_get_picture,
    dav1d_open, dav1d_picture_unref, dav1d_send_data,
};

use crate::networks::THREADS;

/// A decoded picture, and what its stream says about its colors.
pub(super) struct Coded {
    pub frame: Frame,
    pub nclx: Nclx,
}

/// Decodes the picture of a stream: the last one where it comes in layers.
///
/// # Errors
///
/// It cannot be read, or has more pixels than any picture here.
pub(super) fn decode_av1(stream: &[u8]) -> Result<Coded, ToolError> {
    let decoder = Decoder::open()?;
    let mut last = decoder.send(stream)?;
    while let Some(picture) = decoder.take() {
        last = Some(picture);
    }
    last.ok_or(ToolError::Broken)?.coded()
}

struct Decoder(Option<Dav1dContext>);

impl Decoder {
    fn open() -> Result<Self, ToolError> {
        let mut settings = MaybeUninit::<Dav1dSettings>::uninit();
        // SAFETY: the pointer is valid to be written to.
        unsafe { dav1d_default_settings(NonNull::from(&mut settings).cast()) };
        // SAFETY: it was written above.
        let mut settings = unsafe { settings.assume_init() };
        settings.n_threads = THREADS as _;
        settings.max_frame_delay = 1;
        settings.frame_size_limit = LARGE_PIXELS_MAX as _;
        let mut context = None;
        // SAFETY: both pointers are valid during the call.
        let opened = unsafe {
            dav1d_open(Some(NonNull::from(&mut context)), Some(NonNull::from(&mut settings)))
        };
        if opened.0 == 0 { Ok(Self(context)) } else { Err(ToolError::Broken) }
    }

    /// Gives the decoder a stream, and returns the last picture that it had to hand out before it took all.
    fn send(&self, stream: &[u8]) -> Result<Option<Picture>, ToolError> {
        let mut data = Dav1dData::default();
        // SAFETY: the pointer is valid; the buffer that comes back has the length that is asked for.
        let buffer = unsafe { dav1d_data_create(Some(NonNull::from(&mut data)), stream.len()) };
        let buffer = NonNull::new(buffer).ok_or(ToolError::Exhausted)?;
        // SAFETY: the buffer was made just now for as many bytes.
        unsafe { ptr::copy_nonoverlapping(stream.as_ptr(), buffer.as_ptr(), stream.len()) };
        let mut last = None;
        let sent = loop {
            // SAFETY: the context is open, and the data valid until it is unreferenced below.
            let sent = unsafe { dav1d_send_data(self.0, Some(NonNull::from(&mut data))) };
            if sent.0 == 0 {
                break Ok(last);
            }
            // It takes no more until a picture is taken.
            match self.take() {
                Some(picture) => last = Some(picture),
                None => break Err(ToolError::Broken),
            }
        };
        // SAFETY: the data is valid; what the decoder took is empty by now.
        unsafe { dav1d_data_unref(Some(NonNull::from(&mut data))) };
        sent
    }

    fn take(&self) -> Option<Picture> {
        let mut picture = Picture(Dav1dPicture::default());
        // SAFETY: the context is open, and the picture valid to be written to.
        let taken = unsafe { dav1d_get_picture(self.0, Some(NonNull::from(&mut picture.0))) };
        (taken.0 == 0).then_some(picture)
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // SAFETY: the context was opened and is closed once.
        unsafe { dav1d_close(Some(NonNull::from(&mut self.0))) };
    }
}

struct Picture(Dav1dPicture);

impl Picture {
    fn coded(&self) -> Result<Coded, ToolError> {
        let about = &self.0.p;
        let chroma = match about.layout {
            DAV1D_PIXEL_LAYOUT_I400 => ChromaFormat::Monochrome,
            DAV1D_PIXEL_LAYOUT_I420 => ChromaFormat::Yuv420,
            DAV1D_PIXEL_LAYOUT_I422 => ChromaFormat::Yuv422,
            DAV1D_PIXEL_LAYOUT_I444 => ChromaFormat::Yuv444,
            _ => return Err(ToolError::Broken),
        };
        let (width, height) = (about.w as u32, about.h as u32);
        let (chroma_width, chroma_height) = chroma.chroma_size(width, height);
        let mut planes =
            [(width, height), (chroma_width, chroma_height), (chroma_width, chroma_height)]
                .into_iter()
                .enumerate()
                .map(|(plane, sides)| self.plane(plane, sides));
        let mut next = || planes.next().unwrap_or(Err(ToolError::Broken));
        let (y, cb, cr) = (next()?, next()?, next()?);
        let frame = Frame {
            width,
            height,
            bit_depth: about.bpc as u8,
            chroma,
            y,
            cb,
            cr,
            y_stride: width,
            c_stride: chroma_width,
        };
        Ok(Coded { frame, nclx: self.colors()? })
    }

    /// Copies the samples of a plane, without what is between its rows.
    fn plane(&self, plane: usize, (width, height): (u32, u32)) -> Result<Vec<u16>, ToolError> {
        let (width, height) = (width as usize, height as usize);
        if width == 0 || height == 0 {
            return Ok(Vec::new());
        }
        let start = self.0.data[plane].ok_or(ToolError::Broken)?.cast::<u8>();
        let is_deep = self.0.p.bpc > 8;
        let row_bytes = if is_deep { width * 2 } else { width };
        // Both planes of chroma have the same.
        let stride = usize::try_from(self.0.stride[plane.min(1)]).map_err(|_| ToolError::Broken)?;
        if stride < row_bytes {
            return Err(ToolError::Broken);
        }
        let mut samples = Vec::with_capacity(width * height);
        for row in 0..height {
            // SAFETY: a plane has `height` rows of `stride` bytes, of which `row_bytes` are samples.
            let row =
                unsafe { std::slice::from_raw_parts(start.as_ptr().add(row * stride), row_bytes) };
            if is_deep {
                let (pairs, _) = row.as_chunks::<2>();
                samples.extend(pairs.iter().map(|pair| u16::from_ne_bytes(*pair)));
            } else {
                samples.extend(row.iter().map(|sample| u16::from(*sample)));
            }
        }
        Ok(samples)
    }

    fn colors(&self) -> Result<Nclx, ToolError> {
        let header = self.0.seq_hdr.ok_or(ToolError::Broken)?;
        // SAFETY: the picture keeps its header.
        let header = unsafe { header.as_ref() };
        // Where nothing is said, pictures are coded as JPEG's are.
        let matrix_code = if header.mtrx == 2 { 6 } else { header.mtrx as u16 };
        Ok(Nclx {
            primaries: header.pri as u16,
            transfer: header.trc as u16,
            matrix: MatrixCoefficients::from_code(matrix_code),
            matrix_code,
            range: if header.color_range != 0 { Range::Full } else { Range::Limited },
        })
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        // SAFETY: the picture is valid, empty or not, and is unreferenced once.
        unsafe { dav1d_picture_unref(Some(NonNull::from(&mut self.0))) };
    }
}
