//! The machine integers a lane can be.

use num_traits::{PrimInt, WrappingAdd, WrappingMul, WrappingSub};

/// An unsigned machine integer holding zero-extended values.
pub(super) trait Lane: PrimInt + WrappingAdd + WrappingSub + WrappingMul + From<u8> {
    /// The low bits of `value`.
    fn from_u128(value: u128) -> Self;

    /// The value, zero-extended.
    fn wide(self) -> u128;

    /// Its number of bits.
    fn bits() -> u32 {
        Self::zero().count_zeros()
    }

    /// The `width` low bits set.
    fn mask(width: u32) -> Self {
        Self::max_value() >> (Self::bits() - width) as usize
    }

    /// 1 or 0.
    fn from_bool(value: bool) -> Self {
        <Self as From<u8>>::from(value.into())
    }

    /// The value of `width` bits, sign-extended to the whole machine integer.
    fn signed(self, width: u32) -> Self {
        let unused = Self::bits() - width;
        (self << unused as usize).signed_shr(unused)
    }

    /// The value as a shift amount, at most `limit`.
    fn amount(self, limit: u32) -> u32 {
        self.wide().min(limit.into()) as u32
    }
}

macro_rules! lanes {
    ($($ty:ty)*) => {$(
        impl Lane for $ty {
            fn from_u128(value: u128) -> Self {
                value as $ty
            }

            fn wide(self) -> u128 {
                u128::from(self)
            }
        }
    )*};
}
lanes!(u8 u16 u32 u64 u128);
