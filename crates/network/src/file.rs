//! The file of a network's weights.
//!
//! ```text
//! plyglot network 1\n          then, least byte first:
//! inputs hidden buckets unit   four 32-bit numbers
//! weights                      16 bits each: inputs, bias, outputs; 32 bits each: output bias
//! checksum                     xxh3 of all before it, 64 bits
//! ```

use xxhash_rust::xxh3::xxh3_64;

use super::{INNER_ONE, OUTER_ONE, Shape, Weights};

const HEAD: &[u8] = b"plyglot network 1\n";
const CHECKSUM_BYTES: usize = 8;
/// No network of a game is as large as this in any direction.
const SIZE_MAX: usize = 1 << 16;

impl Weights {
    /// All noughts.
    pub fn zero(shape: Shape, unit_cp: i32) -> Self {
        let Shape { inputs, hidden, buckets } = shape;
        Self {
            shape,
            inputs: vec![0; inputs * hidden],
            bias: vec![0; hidden],
            outputs: vec![0; 2 * buckets * hidden],
            output_bias: vec![0; buckets],
            unit_cp,
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        let Shape { inputs, hidden, buckets } = self.shape;
        for size in [inputs, hidden, buckets] {
            bytes.extend(u32::try_from(size).unwrap_or(u32::MAX).to_le_bytes());
        }
        bytes.extend(self.unit_cp.to_le_bytes());
        for weight in [&self.inputs, &self.bias, &self.outputs].into_iter().flatten() {
            bytes.extend(weight.to_le_bytes());
        }
        for bias in &self.output_bias {
            bytes.extend(bias.to_le_bytes());
        }
        let checksum = xxh3_64(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The weights in a file's bytes.
    ///
    /// # Errors
    ///
    /// What is not as expected: the head, the length, the checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let rest = bytes.strip_prefix(HEAD).ok_or("head: expected `plyglot network 1`")?;
        let mut reader = Reader(rest);
        let mut size = || {
            let size = usize::try_from(reader.int()?).ok()?;
            (1..=SIZE_MAX).contains(&size).then_some(size)
        };
        let sizes = (size(), size(), size());
        let (Some(inputs), Some(hidden), Some(buckets)) = sizes else {
            return Err(format!("sizes: found {sizes:?}, expected 1 to {SIZE_MAX} each"));
        };
        let shape = Shape { inputs, hidden, buckets };
        let unit_cp = reader.int().ok_or("unit: expected a number")?;
        let mut weights = Self::zero(shape, unit_cp);
        let [inner, outer] = [inputs * hidden + hidden + 2 * buckets * hidden, buckets];
        let expected = HEAD.len() + 16 + 2 * inner + 4 * outer + CHECKSUM_BYTES;
        if bytes.len() != expected {
            return Err(format!("length: found {} bytes, expected {expected}", bytes.len()));
        }
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        if xxh3_64(body).to_le_bytes() != checksum {
            return Err("checksum: what was read is not what was written".to_owned());
        }
        for row in [&mut weights.inputs, &mut weights.bias, &mut weights.outputs] {
            for weight in row {
                *weight = reader.short().unwrap_or(0);
            }
        }
        for bias in &mut weights.output_bias {
            *bias = reader.int().unwrap_or(0);
        }
        Ok(weights)
    }

    /// The numbers that the weights stand for: inputs, bias, outputs, output bias.
    pub fn to_floats(&self) -> [Vec<f32>; 4] {
        let (inner, outer) = (f32::from(INNER_ONE), f32::from(OUTER_ONE));
        let of = |weights: &[i16], one: f32| weights.iter().map(|&w| f32::from(w) / one).collect();
        #[expect(clippy::cast_precision_loss, reason = "some ten thousand at most")]
        let last = self.output_bias.iter().map(|&bias| bias as f32 / (inner * outer)).collect();
        [of(&self.inputs, inner), of(&self.bias, inner), of(&self.outputs, outer), last]
    }

    /// The weights nearest to these numbers, in the order of [`Weights::to_floats`].
    #[must_use]
    pub fn with_floats(mut self, floats: &[Vec<f32>; 4]) -> Self {
        let (inner, outer) = (f32::from(INNER_ONE), f32::from(OUTER_ONE));
        #[expect(clippy::cast_possible_truncation, reason = "a weight is at most two")]
        let whole = |number: f32, one: f32| (number * one).round() as i32;
        let set = |weights: &mut [i16], floats: &[f32], one: f32| {
            for (weight, &number) in weights.iter_mut().zip(floats) {
                *weight = i16::try_from(whole(number, one)).unwrap_or(0);
            }
        };
        set(&mut self.inputs, &floats[0], inner);
        set(&mut self.bias, &floats[1], inner);
        set(&mut self.outputs, &floats[2], outer);
        for (bias, &number) in self.output_bias.iter_mut().zip(&floats[3]) {
            *bias = whole(number, inner * outer);
        }
        self
    }
}

/// Numbers from the front of some bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn int(&mut self) -> Option<i32> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(i32::from_le_bytes(*first))
    }

    fn short(&mut self) -> Option<i16> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(i16::from_le_bytes(*first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Weights {
        let shape = Shape { inputs: 3, hidden: 2, buckets: 2 };
        let mut weights = Weights::zero(shape, 170);
        for (weight, i) in weights.inputs.iter_mut().zip(-3..) {
            *weight = 77 * i;
        }
        weights.outputs[5] = -126;
        weights.output_bias[1] = -70_000;
        weights
    }

    #[test]
    fn what_is_written_is_read_back_and_is_the_same_in_numbers() {
        let weights = small();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights.clone()));
        let blank = Weights::zero(weights.shape, weights.unit_cp);
        assert_eq!(blank.with_floats(&weights.to_floats()), weights);
    }

    #[test]
    fn a_file_that_does_not_fit_is_refused_with_a_reason() {
        let bytes = small().to_bytes();
        let refused = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err();
        assert!(refused(b"something else").starts_with("head"));
        assert!(refused(&bytes[..20]).starts_with("sizes"));
        assert!(refused(&bytes[..bytes.len() - 1]).starts_with("length"));
        let mut changed = bytes.clone();
        changed[40] ^= 1;
        assert!(refused(&changed).starts_with("checksum"));
        let mut vast = bytes;
        vast[HEAD.len() + 2] = 0xFF;
        assert!(refused(&vast).starts_with("sizes"));
    }
}
