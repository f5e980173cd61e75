//! Sketches: vectors with a byte per number, and the error of each: a quarter of the bytes, read in few rows, and
//! enough to bound the similarity of the real vector.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use fearless_simd::{Level, dispatch};
use kernel::FileId;
use store::{Conn, StoreResult, Tx, sql};

use crate::index::stamp_sketches;
use crate::vectors::{list_stored, numbers_of};

/// Passages of one row.
pub const BLOCK: i64 = 256;
/// Rows that are in memory at once: 3 MB of a large model's (1,536 numbers).
pub const ROWS: usize = 8;

/// A row of sketches.
pub struct Block {
    pub number: i64,
    sketches: Vec<u8>,
}

/// Returns the next sketches of a file, in the order of its passages.
pub async fn list_blocks(
    conn: &mut Conn,
    file_id: FileId,
    model: &str,
    from: i64,
) -> StoreResult<Vec<Block>> {
    let rows = sql!(
        conn,
        all(i64, Vec<u8>),
        "SELECT block, sketches FROM passage_sketches
         WHERE file_id = $1 AND block >= $2 AND model = $3 ORDER BY block LIMIT $4",
        file_id,
        from,
        model,
        ROWS as i64
    )?;
    Ok(rows.into_iter().map(|(number, sketches)| Block { number, sketches }).collect())
}

/// Rebuilds the sketches of a file around `positions`; all of them if there were none.
pub async fn sketch_again(
    tx: &mut Tx,
    file_id: FileId,
    positions: impl Iterator<Item = i64>,
) -> StoreResult<()> {
    let (is_sketched, last) = sql!(
        tx,
        one(bool, Option<i64>),
        "SELECT EXISTS (SELECT 1 FROM passage_sketches WHERE file_id = $1),
                (SELECT MAX(position) FROM passage_vectors WHERE file_id = $1)",
        file_id
    )?;
    let blocks: BTreeSet<i64> = match (is_sketched, last) {
        (false, Some(last)) => (0..=last / BLOCK).collect(),
        _ => positions.map(|position| position / BLOCK).collect(),
    };
    for block in blocks {
        sketch_block(tx, file_id, block).await?;
    }
    stamp_sketches(tx, file_id, last.is_some()).await
}

async fn sketch_block(tx: &mut Tx, file_id: FileId, block: i64) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM passage_sketches WHERE file_id = $1 AND block = $2",
        file_id,
        block
    )?;
    let first = block * BLOCK;
    let mut of_models: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for stored in list_stored(tx, file_id, first..first + BLOCK).await? {
        let place = u8::try_from(stored.position - first).expect("a block has 256 places");
        let vector: Vec<f32> = numbers_of(&stored.vector).collect();
        write(of_models.entry(stored.model).or_default(), place, &vector);
    }
    for (model, sketches) in of_models {
        sql!(
            tx,
            execute,
            "INSERT INTO passage_sketches (file_id, block, model, sketches) VALUES ($1, $2, $3, $4)",
            file_id,
            block,
            model,
            sketches
        )?;
    }
    Ok(())
}

/// Bytes before the numbers of a sketch: its place, how many numbers it has, its scale, how far off it is.
const HEAD: usize = 1 + 4 + 4 + 4;
/// Maximum error of sums of 1,536 rounded products, doubled.
const ROUNDING: f32 = 2e-4;

/// Writes the sketch of the vector at a place of its block.
fn write(sketches: &mut Vec<u8>, place: u8, vector: &[f32]) {
    let longest = vector.iter().fold(0.0_f32, |longest, number| longest.max(number.abs()));
    let scale = longest / f32::from(i8::MAX);
    let rough = |number: f32| {
        if scale > 0.0 { (number / scale).round() as i8 } else { 0 }
    };
    let off = vector.iter().map(|number| (number - scale * f32::from(rough(*number))).powi(2));
    let off = off.sum::<f32>().sqrt();
    let length = u32::try_from(vector.len()).expect("no vector has 4 billion numbers");
    sketches.push(place);
    sketches.extend(length.to_le_bytes());
    sketches.extend(scale.to_le_bytes());
    sketches.extend(off.to_le_bytes());
    sketches.extend(vector.iter().flat_map(|number| rough(*number).to_le_bytes()));
}

/// Lower and upper bound of a vector's similarity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearness {
    pub least: f32,
    pub most: f32,
}

/// A wanted vector of length 1, ready to be compared with sketches: rounded, so that whole numbers are multiplied.
pub struct Wanted {
    rough: Vec<i16>,
    scale: f32,
    off: f32,
}

impl Wanted {
    /// The largest rounded number: sums of [`Wanted::SUMMED`] products with a byte fit 32 bits.
    const LARGEST: f32 = 2_047.0;
    const SUMMED: usize = 8_192;

    pub fn of(vector: &[f32]) -> Self {
        let longest = vector.iter().fold(0.0_f32, |longest, number| longest.max(number.abs()));
        let scale = longest / Self::LARGEST;
        let rough = |number: &f32| {
            if scale > 0.0 { (number / scale).round() as i16 } else { 0 }
        };
        let rough: Vec<i16> = vector.iter().map(rough).collect();
        let off =
            vector.iter().zip(&rough).map(|(number, it)| (number - scale * f32::from(*it)).powi(2));
        let off = off.sum::<f32>().sqrt();
        Self { rough, scale, off }
    }

    /// Returns the product with the numbers of a sketch.
    #[inline(always)]
    fn times(&self, numbers: &[u8]) -> f32 {
        let mut product = 0.0;
        for (wanted, numbers) in self.rough.chunks(Self::SUMMED).zip(numbers.chunks(Self::SUMMED)) {
            product += times(wanted, numbers) as f32;
        }
        self.scale * product
    }
}

/// Loops, because iterators' own functions would not be compiled for the level.
#[inline(always)]
fn times(wanted: &[i16], numbers: &[u8]) -> i32 {
    let (wanted, last_wanted) = wanted.as_chunks::<AT_ONCE>();
    let (numbers, last_numbers) = numbers.as_chunks::<AT_ONCE>();
    let mut sum = 0;
    for (wanted, numbers) in wanted.iter().zip(numbers) {
        let mut part = 0;
        for at in 0..AT_ONCE {
            part += i32::from(wanted[at]) * i32::from(numbers[at] as i8);
        }
        sum += part;
    }
    for (wanted, number) in last_wanted.iter().zip(last_numbers) {
        sum += i32::from(*wanted) * i32::from(*number as i8);
    }
    sum
}

/// Products that are summed at once.
const AT_ONCE: usize = 32;

/// The instructions that this machine's processor has.
static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

impl Block {
    /// Returns the bytes of memory that it takes.
    pub fn bytes(&self) -> usize {
        self.sketches.len()
    }

    /// Calls `note` with the places of passages, and how near their vectors are to `wanted`. Those with another length are
    /// left out.
    pub fn nearness(&self, wanted: &Wanted, note: impl FnMut(i64, Nearness)) {
        dispatch!(*LEVEL, _level => self.nearness_at_this_level(wanted, note));
    }

    /// Is compiled for each level of a processor, so that it multiplies as many numbers at once as there it can.
    #[inline(always)]
    fn nearness_at_this_level(&self, wanted: &Wanted, mut note: impl FnMut(i64, Nearness)) {
        let first = self.number * BLOCK;
        let mut rest = self.sketches.as_slice();
        while let Some((head, behind)) = rest.split_first_chunk::<HEAD>() {
            let [place, a, b, c, d, e, f, g, h, i, j, k, l] = *head;
            let length = u32::from_le_bytes([a, b, c, d]) as usize;
            let scale = f32::from_le_bytes([e, f, g, h]);
            let off = f32::from_le_bytes([i, j, k, l]);
            let (numbers, behind) = behind.split_at(length.min(behind.len()));
            rest = behind;
            if numbers.len() != wanted.rough.len() {
                continue;
            }
            let rough = scale * wanted.times(numbers);
            // What the sketch rounded, and what rounding the wanted one made of a vector that is no longer than 1 + off.
            let off = off + wanted.off * (1.0 + off) + ROUNDING;
            note(first + i64::from(place), Nearness { least: rough - off, most: rough + off });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::unit;

    #[test]
    fn products_are_summed_whatever_their_number() {
        for length in [0, 1, 31, 32, 33, 100, 1_536] {
            let wanted: Vec<i16> = (0..length).map(|at| (at * 37 % 4_095 - 2_047) as i16).collect();
            let numbers: Vec<u8> = (0..length).map(|at| (at * 91 % 256) as u8).collect();
            let products = wanted.iter().zip(&numbers);
            let expected: i32 =
                products.map(|(a, b)| i32::from(*a) * i32::from(b.cast_signed())).sum();
            assert_eq!(times(&wanted, &numbers), expected, "{length} numbers");
        }
    }

    #[test]
    fn sums_of_the_largest_numbers_are_whole() {
        let wanted = Wanted::of(&vec![1.0; 3 * Wanted::SUMMED]);
        let product = wanted.times(&vec![i8::MIN as u8; 3 * Wanted::SUMMED]);
        assert!((product / (-128.0 * 3.0 * 8_192.0) - 1.0).abs() < 1e-3, "{product}");
    }

    #[test]
    fn how_near_a_vector_is_lies_between_what_its_sketch_says() {
        let wanted = unit(&[3.0, -1.0, 0.25, 2.0]);
        let others: [&[f32]; 5] = [
            &[3.0, -1.0, 0.25, 2.0],
            &[-0.1, 0.3, 0.7, 0.001],
            &[1.0, 0.0, 0.0, 0.0],
            &[1.0, 2.0],
            &[0.0, 0.0, 0.0, 0.0],
        ];
        let mut block = Block { number: 2, sketches: Vec::new() };
        for (place, other) in (240..).zip(others) {
            write(&mut block.sketches, place, &unit(other));
        }
        let mut found = Vec::new();
        block.nearness(&Wanted::of(&wanted), |position, nearness| found.push((position, nearness)));
        let positions: Vec<i64> = found.iter().map(|(position, _)| *position).collect();
        assert_eq!(positions, [752, 753, 754, 756], "the one of another length is not compared");
        for (position, Nearness { least, most }) in found {
            let other = unit(others[(position - 752) as usize]);
            let real: f32 = wanted.iter().zip(&other).map(|(a, b)| a * b).sum();
            assert!(least <= real && real <= most, "{least} <= {real} <= {most}");
            assert!(most - least < 0.02, "{least} to {most} says little");
        }
    }
}
