//! Undef per use, freeze once, and picks that are made once.

use llvet_encoder::concrete::enumerate::Behaviour;

use super::{behaviours, check, int, poison, undef};

#[test]
fn undef_is_picked_at_every_use() {
    check("i1 (i2 %x)", "%r = icmp eq i2 %x, %x\nret i1 %r", &[undef()], "i1 false | i1 true");
    check("i1 (i2 %x)", "%r = icmp eq i2 %x, %x\nret i1 %r", &[int(2, 1)], "i1 true");
    check("i2 (i2 %x)", "%r = xor i2 %x, %x\nret i2 %r", &[undef()], "i2 -1 | i2 -2 | i2 0 | i2 1");
    check("i3 (i3 %x)", "%r = shl i3 %x, 1\nret i3 %r", &[undef()], "i3 -2 | i3 -4 | i3 0 | i3 2");
}

#[test]
fn a_value_computed_from_undef_is_picked_at_every_use() {
    check("i2 ()", "%a = add i2 undef, 0\n%r = sub i2 %a, %a\nret i2 %r", &[], "i2 -1 | i2 -2 | i2 0 | i2 1");
    check("i2 ()", "%a = and i2 undef, 0\n%r = sub i2 %a, %a\nret i2 %r", &[], "i2 0");
    check("i1 (i1 %c)", "%s = select i1 %c, i1 undef, i1 true\n%r = xor i1 %s, %s\nret i1 %r", &[int(1, 1)], "i1 false | i1 true");
    check("i1 (i1 %c)", "%s = select i1 %c, i1 undef, i1 true\n%r = xor i1 %s, %s\nret i1 %r", &[int(1, 0)], "i1 false");
}

#[test]
fn select_reads_its_condition_again() {
    check("i1 (i1 %c)", "%s = select i1 %c, i1 true, i1 false\n%r = xor i1 %s, %s\nret i1 %r", &[undef()], "i1 false | i1 true");
}

#[test]
fn freeze_reads_once_and_fixes() {
    check("i2 (i2 %x)", "%a = freeze i2 %x\n%r = sub i2 %a, %a\nret i2 %r", &[undef()], "i2 0");
    check("i2 (i2 %x)", "%a = freeze i2 %x\n%r = sub i2 %a, %a\nret i2 %r", &[poison()], "i2 0");
    check("i2 (i2 %x)", "%a = freeze i2 %x\nret i2 %a", &[poison()], "i2 -1 | i2 -2 | i2 0 | i2 1");
    check("i2 (i2 %x)", "%a = freeze i2 %x\nret i2 %a", &[int(2, 1)], "i2 1");
    check(
        "<2 x i1> ()",
        "%a = freeze <2 x i1> <i1 poison, i1 true>\nret <2 x i1> %a",
        &[],
        "<2 x i1> <i1 false, i1 true> | <2 x i1> <i1 true, i1 true>",
    );
}

#[test]
fn phis_pass_undef_on() {
    let body = "entry:\nbr label %next\nnext:\n%p = phi i1 [ %x, %entry ]\n%r = xor i1 %p, %p\nret i1 %r";
    check("i1 (i1 %x)", body, &[undef()], "i1 false | i1 true");
    check("i1 (i1 %x)", body, &[int(1, 1)], "i1 false");
}

#[test]
fn undef_dependent_results_are_marked_with_all_their_values() {
    let (found, _) = behaviours("define i1 @f() {\nret i1 undef\n}", &[]);
    let marked = found.texts.keys().map(|b| match b {
        Behaviour::Return { undef_dependent, reads } => (*undef_dependent, reads.len()),
        Behaviour::Ub(_) | Behaviour::Trap | Behaviour::Unwind { .. } | Behaviour::Stopped { .. } | Behaviour::After { .. } => {
            panic!("{b:?}")
        }
    });
    assert_eq!(marked.collect::<Vec<_>>(), [(true, 2)]);
    let (found, _) = behaviours("define i1 @f() {\n%r = freeze i1 poison\nret i1 %r\n}", &[]);
    let marked = found.texts.keys().map(|b| match b {
        Behaviour::Return { undef_dependent, reads } => (*undef_dependent, reads.len()),
        Behaviour::Ub(_) | Behaviour::Trap | Behaviour::Unwind { .. } | Behaviour::Stopped { .. } | Behaviour::After { .. } => {
            panic!("{b:?}")
        }
    });
    assert_eq!(marked.collect::<Vec<_>>(), [(false, 1), (false, 1)]);
}

#[test]
fn a_frozen_pick_and_a_marked_result_are_kept_apart() {
    // The frozen bit decides which values the undef-dependent result can have.
    let text = "define i2 @f() {\n%b = freeze i2 poison\n%c = and i2 %b, 1\n%u = shl i2 undef, 1\n%r = or i2 %u, %c\nret i2 %r\n}";
    let (found, _) = behaviours(text, &[]);
    let sizes = found.texts.values().map(|texts| texts.join(" | "));
    assert_eq!(sizes.collect::<Vec<_>>(), ["i2 0 | i2 -2", "i2 1 | i2 -1"]);
}

#[test]
fn deep_chains_of_undef_do_not_overflow_the_stack() {
    let mut body = String::from("%v0 = add i1 undef, 0\n");
    for i in 0..20_000 {
        body += &format!("%v{} = xor i1 %v{i}, true\n", i + 1);
    }
    check("i1 ()", &format!("{body}ret i1 %v20000"), &[], "i1 false | i1 true");
}
