//! A picture as rows of RGBA bytes: read from a PNG, made smaller, written as PNG, JPEG or WebP.
//!
//! Only what screenshots need, over one small crate a format. A library for every format and every operation made the
//! binary larger by decoders that nothing here calls.

use std::{error::Error, io::Cursor};

/// Why a picture cannot be read or written: the format's crate says it.
type Broken = Box<dyn Error + Send + Sync>;

/// Red, green, blue and opacity.
pub(super) type Rgba = [u8; 4];

const CHANNELS: usize = 4;

/// A picture in memory: rows from the top, pixels from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bitmap {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Bitmap {
    /// A picture of one colour.
    #[cfg(test)]
    pub(super) fn filled(width: u32, height: u32, colour: Rgba) -> Bitmap {
        Bitmap { width, height, bytes: colour.repeat(width as usize * height as usize) }
    }

    /// Reads a PNG of any kind of colour, with eight bits a channel after reading.
    pub(super) fn read_png(file: &[u8]) -> Result<Bitmap, Broken> {
        let mut decoder = png::Decoder::new(Cursor::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let size = reader.output_buffer_size().ok_or("it is larger than memory")?;
        let mut bytes = vec![0; size];
        let read = reader.next_frame(&mut bytes)?;
        bytes.truncate(read.buffer_size());
        let bytes = match read.color_type {
            png::ColorType::Rgba => bytes,
            png::ColorType::Rgb => bytes.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
            png::ColorType::GrayscaleAlpha => {
                bytes.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect()
            }
            // Expanding leaves no palette.
            png::ColorType::Grayscale | png::ColorType::Indexed => {
                bytes.iter().flat_map(|gray| [*gray, *gray, *gray, 255]).collect()
            }
        };
        Ok(Bitmap { width: read.width, height: read.height, bytes })
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    pub(super) fn height(&self) -> u32 {
        self.height
    }

    /// Colours a pixel; one outside of the picture is left out.
    pub(super) fn put(&mut self, x: i64, y: i64, colour: Rgba) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x < self.width && y < self.height {
            let at = (y as usize * self.width as usize + x as usize) * CHANNELS;
            self.bytes[at..at + CHANNELS].copy_from_slice(&colour);
        }
    }

    /// Every pixel, row by row.
    #[cfg(test)]
    pub(super) fn pixels(&self) -> impl Iterator<Item = Rgba> {
        self.bytes.chunks_exact(CHANNELS).map(|p| [p[0], p[1], p[2], p[3]])
    }

    /// The picture made smaller by a triangle filter: each new pixel is the mean of those around it, near ones weighing most,
    /// so that thin lines and small letters stay.
    pub(super) fn resized(&self, width: u32, height: u32) -> Bitmap {
        let across = weights(self.width, width);
        let stride = self.width as usize * CHANNELS;
        let mut bytes = Vec::with_capacity(width as usize * height as usize * CHANNELS);
        let mut row = vec![0.0_f32; stride];
        for down in weights(self.height, height) {
            row.fill(0.0);
            for (line, weight) in self.bytes[down.start * stride..].chunks_exact(stride).zip(&down.weights) {
                for (sum, byte) in row.iter_mut().zip(line) {
                    *sum += f32::from(*byte) * weight;
                }
            }
            for Weights { start, weights } in &across {
                let mut pixel = [0.0_f32; CHANNELS];
                for (from, weight) in row[start * CHANNELS..].chunks_exact(CHANNELS).zip(weights) {
                    for (sum, value) in pixel.iter_mut().zip(from) {
                        *sum += value * weight;
                    }
                }
                // The cast keeps to 0 and 255.
                bytes.extend(pixel.map(|value| value.round() as u8));
            }
        }
        Bitmap { width, height, bytes }
    }

    /// A PNG file, without losses.
    pub(super) fn to_png(&self) -> Result<Vec<u8>, Broken> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        // Sizes differ little from those of the slower levels on pages.
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::Filter::Adaptive);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(file)
    }

    /// A JPEG file of a quality from 1 to 100; opacity is lost.
    pub(super) fn to_jpeg(&self, quality: u8) -> Result<Vec<u8>, Broken> {
        let mut file = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut file, quality);
        // Colours at half the resolution blur small coloured text and the labels of marks.
        encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_1_1);
        let (width, height) = (u16::try_from(self.width)?, u16::try_from(self.height)?);
        encoder.encode(&self.bytes, width, height, jpeg_encoder::ColorType::Rgba)?;
        Ok(file)
    }

    /// A WebP file, without losses.
    pub(super) fn to_webp(&self) -> Result<Vec<u8>, Broken> {
        let mut file = Vec::new();
        let encoder = image_webp::WebPEncoder::new(&mut file);
        encoder.encode(&self.bytes, self.width, self.height, image_webp::ColorType::Rgba8)?;
        Ok(file)
    }
}

/// What one pixel of a smaller line is made of: the first pixel of the larger line, and how much each from there on counts.
#[derive(Debug)]
struct Weights {
    start: usize,
    weights: Vec<f32>,
}

/// The weights of every pixel of a line that is made smaller; each pixel's sum is 1.
fn weights(from: u32, to: u32) -> Vec<Weights> {
    let ratio = f64::from(from) / f64::from(to);
    // A line that is as long or longer than before is interpolated between neighbours.
    let reach = ratio.max(1.0);
    let one = |at: u32| {
        // Pixel centres are at halves.
        let centre = (f64::from(at) + 0.5) * ratio;
        let start = (centre - reach).floor().max(0.0) as u32;
        let end = ((centre + reach).ceil() as u32).min(from);
        let weight = |pixel: u32| (1.0 - ((f64::from(pixel) + 0.5 - centre) / reach).abs()).max(0.0);
        let sum: f64 = (start..end).map(weight).sum();
        let weights = (start..end).map(|pixel| (weight(pixel) / sum) as f32).collect();
        Weights { start: start as usize, weights }
    };
    (0..to).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with an edge, a gradient and a thin line.
    fn drawn() -> Bitmap {
        let mut picture = Bitmap::filled(64, 40, [250, 250, 250, 255]);
        for y in 0..40 {
            for x in 0..32 {
                picture.put(x, y, [(x * 8) as u8, 40, (y * 6) as u8, 255]);
            }
            picture.put(50, y, [200, 0, 0, 255]);
        }
        picture
    }

    #[test]
    fn what_is_written_as_png_is_read_again() {
        let picture = drawn();
        let file = picture.to_png().expect("it is written");
        assert_eq!(Bitmap::read_png(&file).expect("it is read"), picture);
        for broken in [&b""[..], b"no picture", &file[..file.len() / 2]] {
            assert!(Bitmap::read_png(broken).is_err());
        }
    }

    /// Chromium writes an opaque page without the channel of opacity.
    #[test]
    fn a_png_of_every_kind_of_colour_is_read() {
        for (colour, bytes, expected) in [
            (png::ColorType::Rgb, &[1, 2, 3][..], [1, 2, 3, 255]),
            (png::ColorType::Rgba, &[1, 2, 3, 4], [1, 2, 3, 4]),
            (png::ColorType::Grayscale, &[7], [7, 7, 7, 255]),
            (png::ColorType::GrayscaleAlpha, &[7, 9], [7, 7, 7, 9]),
            (png::ColorType::Indexed, &[1], [40, 50, 60, 255]),
        ] {
            let mut file = Vec::new();
            let mut encoder = png::Encoder::new(&mut file, 1, 1);
            encoder.set_color(colour);
            encoder.set_depth(png::BitDepth::Eight);
            encoder.set_palette(vec![10, 20, 30, 40, 50, 60]);
            let mut writer = encoder.write_header().expect("a header");
            writer.write_image_data(bytes).expect("a pixel");
            writer.finish().expect("an end");
            let pixels: Vec<_> = Bitmap::read_png(&file).expect("it is read").pixels().collect();
            assert_eq!(pixels, [expected], "{colour:?}");
        }
    }

    #[test]
    fn a_smaller_picture_has_the_means_of_the_larger() {
        let grey = Bitmap::filled(97, 33, [10, 128, 255, 255]);
        for (width, height) in [(97, 33), (50, 20), (96, 1), (1, 1)] {
            let small = grey.resized(width, height);
            assert_eq!((small.width(), small.height()), (width, height));
            assert!(small.pixels().all(|pixel| pixel == [10, 128, 255, 255]), "{width}x{height}");
        }
        // Neither the line nor the edge is lost, and what is far from both is as it was.
        let small: Vec<_> = drawn().resized(32, 20).pixels().collect();
        let row = &small[32 * 10..32 * 11];
        assert!(row[25][1] < 200 && row[25][0] > 200, "{:?}", row[25]);
        assert_eq!(row[20], [250, 250, 250, 255]);
        assert_eq!(drawn().resized(64, 40), drawn());
    }

    /// Every pixel of the larger line counts about as much as any other.
    #[test]
    fn weights_are_whole() {
        for (from, to) in [(10, 10), (10, 9), (1_280, 640), (1_000, 7), (3, 1)] {
            let lines = weights(from, to);
            assert_eq!(lines.len(), to as usize);
            for Weights { start, weights } in lines {
                assert!(!weights.is_empty() && start + weights.len() <= from as usize, "{from} {to}");
                assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{from} {to}");
            }
        }
    }
}
