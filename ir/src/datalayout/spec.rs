//! The layout string.

use super::{DataLayout, PointerSpec};

/// What is wrong with a layout string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid data layout: `{spec}`: {problem}")]
pub struct LayoutError {
    /// The specification between two dashes.
    pub spec: String,
    /// Why it is wrong.
    pub problem: &'static str,
}

type Parsed<T> = Result<T, &'static str>;

pub(super) fn parse(text: &str) -> Result<DataLayout, LayoutError> {
    let mut layout = DataLayout::default();
    if text.is_empty() {
        return Ok(layout);
    }
    let mut non_integral = Vec::new();
    for spec in text.split('-') {
        parse_one(&mut layout, &mut non_integral, spec).map_err(|problem| LayoutError { spec: spec.to_owned(), problem })?;
    }
    for addrspace in non_integral {
        let pointer = PointerSpec { non_integral: true, ..layout.pointer(addrspace) };
        set_pointer(&mut layout, pointer);
    }
    Ok(layout)
}

fn parse_one(layout: &mut DataLayout, non_integral: &mut Vec<u32>, spec: &str) -> Parsed<()> {
    let mut chars = spec.chars();
    let kind = chars.next().ok_or("empty specification")?;
    let rest = chars.as_str();
    match kind {
        'e' | 'E' if rest.is_empty() => layout.big_endian = kind == 'E',
        'n' if rest.starts_with("i:") => {
            for part in rest[2..].split(':') {
                match number(part, "address space must be a number")? {
                    0 => return Err("address space 0 cannot be non-integral"),
                    addrspace => non_integral.push(addrspace),
                }
            }
        }
        'n' => layout.native_ints = rest.split(':').map(|p| nonzero(p, "size must be a number above 0")).collect::<Parsed<_>>()?,
        'S' => layout.stack_align = align_bits(rest, true)?,
        'P' => layout.program_addrspace = number(rest, "address space must be a number")?,
        'G' => layout.global_addrspace = number(rest, "address space must be a number")?,
        'A' => layout.alloca_addrspace = number(rest, "address space must be a number")?,
        'm' => mangling(rest)?,
        'F' => {
            let align = rest.strip_prefix(['i', 'n']).ok_or("function pointer alignment must start with `Fi` or `Fn`")?;
            align_bits(align, false)?;
        }
        'p' => pointer(layout, rest)?,
        'i' | 'f' | 'v' => primitive(layout, kind, rest)?,
        'a' => layout.aggregate_align = aggregate(rest)?,
        's' => {} // stack objects: old strings have it, LLVM ignores it
        _ => return Err("unknown specification"),
    }
    Ok(())
}

fn mangling(rest: &str) -> Parsed<()> {
    match rest {
        ":e" | ":l" | ":m" | ":o" | ":x" | ":w" | ":a" => Ok(()),
        _ => Err("unknown mangling"),
    }
}

fn primitive(layout: &mut DataLayout, kind: char, rest: &str) -> Parsed<()> {
    let parts: Vec<&str> = rest.split(':').collect();
    let (size, abi, preferred) = match parts[..] {
        [size, abi] => (size, abi, None),
        [size, abi, preferred] => (size, abi, Some(preferred)),
        _ => return Err("must be of the form `<size>:<abi>[:<pref>]`"),
    };
    let size = nonzero(size, "size must be a number above 0")?;
    let abi = align_bits(abi, false)?.ok_or("alignment must not be 0")?;
    if let Some(preferred) = preferred
        && align_bits(preferred, false)?.ok_or("alignment must not be 0")? < abi
    {
        return Err("preferred alignment cannot be less than the ABI alignment");
    }
    if kind == 'i' && size == 8 && abi != 1 {
        return Err("i8 must be 8-bit aligned");
    }
    let table = match kind {
        'i' => &mut layout.ints,
        'f' => &mut layout.floats,
        _ => &mut layout.vectors,
    };
    match table.binary_search_by_key(&size, |(width, _)| *width) {
        Ok(at) => table[at].1 = abi,
        Err(at) => table.insert(at, (size, abi)),
    }
    Ok(())
}

fn aggregate(rest: &str) -> Parsed<u64> {
    let parts: Vec<&str> = rest.split(':').collect();
    match parts[..] {
        ["" | "0", abi] | ["" | "0", abi, _] => {
            let abi_bytes = align_bits(abi, true)?.unwrap_or(1);
            if let [_, _, preferred] = parts[..]
                && align_bits(preferred, true)?.unwrap_or(1) < abi_bytes
            {
                return Err("preferred alignment cannot be less than the ABI alignment");
            }
            Ok(abi_bytes)
        }
        _ => Err("must be of the form `a:<abi>[:<pref>]`"),
    }
}

fn pointer(layout: &mut DataLayout, rest: &str) -> Parsed<()> {
    let mut parts = rest.split(':');
    let head = parts.next().unwrap_or("");
    let space = head.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let flags = &head[..head.len() - space.len()];
    if !flags.chars().all(|c| matches!(c, 'e' | 'u')) {
        return Err("unknown pointer flag");
    }
    let space = match space.split_once('(') {
        Some((number, name)) if name.ends_with(')') => number,
        Some(_) => return Err("the name of an address space ends with `)`"),
        None => space,
    };
    let addrspace = if space.is_empty() { 0 } else { number(space, "address space must be a number")? };
    let fields: Vec<&str> = parts.collect();
    let (size, abi, preferred, index) = match fields[..] {
        [size, abi] => (size, abi, None, None),
        [size, abi, preferred] => (size, abi, Some(preferred), None),
        [size, abi, preferred, index] => (size, abi, Some(preferred), Some(index)),
        _ => return Err("must be of the form `p[<n>]:<size>:<abi>[:<pref>[:<idx>]]`"),
    };
    let bits = nonzero(size, "pointer size must be a number above 0")?;
    let align = align_bits(abi, false)?.ok_or("alignment must not be 0")?;
    if let Some(preferred) = preferred
        && align_bits(preferred, false)?.ok_or("alignment must not be 0")? < align
    {
        return Err("preferred alignment cannot be less than the ABI alignment");
    }
    let index_bits = index.map_or(Ok(bits), |i| nonzero(i, "index size must be a number above 0"))?;
    if index_bits > bits {
        return Err("index size cannot be larger than the pointer size");
    }
    set_pointer(layout, PointerSpec { addrspace, bits, align, index_bits, non_integral: !flags.is_empty() });
    Ok(())
}

fn set_pointer(layout: &mut DataLayout, spec: PointerSpec) {
    match layout.pointers.binary_search_by_key(&spec.addrspace, |p| p.addrspace) {
        Ok(at) => layout.pointers[at] = spec,
        Err(at) => layout.pointers.insert(at, spec),
    }
}

/// A number below 2^24, the limit LLVM has for sizes and address spaces.
fn number(text: &str, problem: &'static str) -> Parsed<u32> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(problem);
    }
    text.parse().ok().filter(|&n: &u32| n < 1 << 24).ok_or("number must be below 2^24")
}

fn nonzero(text: &str, problem: &'static str) -> Parsed<u32> {
    number(text, problem).and_then(|n| if n == 0 { Err(problem) } else { Ok(n) })
}

/// An alignment written in bits, in bytes; `None` for 0 where that is allowed.
fn align_bits(text: &str, zero_allowed: bool) -> Parsed<Option<u64>> {
    let bits = u64::from(number(text, "alignment must be a number")?);
    match bits {
        0 if zero_allowed => Ok(None),
        _ if bits % 8 == 0 && (bits / 8).is_power_of_two() => Ok(Some(bits / 8)),
        _ => Err("alignment must be a power of two times the byte width"),
    }
}
