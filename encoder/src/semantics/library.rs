//! Names that LLVM knows as functions of the C library, as far as they take and return numbers only. What they compute is not modelled,
//! and they are not unknown either: LLVM replaces calls of them by their results.

/// Functions of real numbers that come as `f`, `ff` and `fl`.
const REAL: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmaximum",
    "fmaximum_num",
    "fmin",
    "fminimum",
    "fminimum_num",
    "fmod",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "pow",
    "remainder",
    "rint",
    "round",
    "roundeven",
    "scalbln",
    "scalbn",
    "significand",
    "sin",
    "sinh",
    "sinpi",
    "sqrt",
    "tan",
    "tanh",
    "tanpi",
    "tgamma",
    "trunc",
];

/// Other functions of numbers.
const OTHER: &[&str] = &[
    "abs",
    "labs",
    "llabs",
    "ffs",
    "ffsl",
    "ffsll",
    "fls",
    "flsl",
    "flsll",
    "isascii",
    "isdigit",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "toascii",
    "tolower",
    "toupper",
    "htonl",
    "htons",
    "ntohl",
    "ntohs",
    "bcmp",
    "putchar",
    "putchar_unlocked",
    "getchar",
    "getchar_unlocked",
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "rand",
    "random",
    "srand",
    "srandom",
    "sleep",
    "usleep",
    "alarm",
    "umask",
    "close",
    "fork",
    "__cxa_rethrow",
    "__assert_rtn",
];

/// Whether LLVM knows a function of this name.
#[must_use]
pub fn is_library_function(name: &str) -> bool {
    // `__sin_finite` and `__sinpif` are names of the same functions.
    let plain = name.strip_prefix("__").unwrap_or(name);
    let plain = plain.strip_suffix("_finite").unwrap_or(plain);
    let real = |name: &str| REAL.contains(&name);
    let suffixed = || plain.strip_suffix(['f', 'l']).is_some_and(real);
    real(plain) || suffixed() || OTHER.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_in_all_their_precisions() {
        for name in ["sin", "sinf", "sinl", "__exp2f_finite", "fabs", "fabsf", "erf", "erff", "ffs", "ffsll", "toupper", "exit"] {
            assert!(is_library_function(name), "{name}");
        }
        for name in ["f", "use", "sinq", "sinff", "get", "my_exp"] {
            assert!(!is_library_function(name), "{name}");
        }
    }
}
