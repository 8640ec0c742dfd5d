; select and phi of floating point.

; expect: counterexample value-mismatch ; zeros are equal and differ
define float @src_equal_arms(float noundef %x, float noundef %y) {
  %c = fcmp oeq float %x, %y
  %r = select i1 %c, float %x, float %y
  ret float %r
}
define float @tgt_equal_arms(float noundef %x, float noundef %y) {
  ret float %y
}

; expect: refines ; the sign of a zero does not matter
define float @src_equal_arms_nsz(float noundef %x, float noundef %y) {
  %c = fcmp oeq float %x, %y
  %r = select nsz i1 %c, float %x, float %y
  ret float %r
}
define float @tgt_equal_arms_nsz(float noundef %x, float noundef %y) {
  ret float %y
}

; expect: refines ; 1 has one pattern
define float @src_equal_to_one(float noundef %x) {
  %c = fcmp oeq float %x, 1.0
  %r = select i1 %c, float 1.0, float %x
  ret float %r
}
define float @tgt_equal_to_one(float noundef %x) {
  ret float %x
}

; expect: counterexample value-mismatch ; -0 is equal to 0
define float @src_equal_to_zero(float noundef %x) {
  %c = fcmp oeq float %x, 0.0
  %r = select i1 %c, float 0.0, float %x
  ret float %r
}
define float @tgt_equal_to_zero(float noundef %x) {
  ret float %x
}

; expect: counterexample value-mismatch ; minnum may take NaN where the select does not
define half @src_smaller(half noundef %x, half noundef %y) {
  %c = fcmp olt half %x, %y
  %r = select i1 %c, half %x, half %y
  ret half %r
}
define half @tgt_smaller(half noundef %x, half noundef %y) {
  %r = call half @llvm.minnum.f16(half %x, half %y)
  ret half %r
}

; expect: refines ; NaN is poison and zeros are either
define half @src_smaller_nnan_nsz(half noundef %x, half noundef %y) {
  %c = fcmp nnan olt half %x, %y
  %r = select nnan nsz i1 %c, half %x, half %y
  ret half %r
}
define half @tgt_smaller_nnan_nsz(half noundef %x, half noundef %y) {
  %r = call half @llvm.minnum.f16(half %x, half %y)
  ret half %r
}

; expect: counterexample value-mismatch ; -0 and NaN keep their sign
define double @src_magnitude(double noundef %x) {
  %c = fcmp olt double %x, 0.0
  %n = fneg double %x
  %r = select i1 %c, double %n, double %x
  ret double %r
}
define double @tgt_magnitude(double noundef %x) {
  %r = call double @llvm.fabs.f64(double %x)
  ret double %r
}

; expect: refines ; neither sign matters
define double @src_magnitude_nnan_nsz(double noundef %x) {
  %c = fcmp olt double %x, 0.0
  %n = fneg double %x
  %r = select nnan nsz i1 %c, double %n, double %x
  ret double %r
}
define double @tgt_magnitude_nnan_nsz(double noundef %x) {
  %r = call double @llvm.fabs.f64(double %x)
  ret double %r
}

; expect: refines ; poison may be forgotten
define double @src_nnan_dropped(i1 %c, double %x, double %y) {
  %r = select nnan i1 %c, double %x, double %y
  ret double %r
}
define double @tgt_nnan_dropped(i1 %c, double %x, double %y) {
  %r = select i1 %c, double %x, double %y
  ret double %r
}

; expect: counterexample more-poisonous ; a selected NaN becomes poison
define double @src_nnan_added(i1 %c, double %x, double %y) {
  %r = select i1 %c, double %x, double %y
  ret double %r
}
define double @tgt_nnan_added(i1 %c, double %x, double %y) {
  %r = select nnan i1 %c, double %x, double %y
  ret double %r
}

; expect: counterexample more-poisonous ; a selected infinity becomes poison
define double @src_ninf_added(i1 %c, double %x, double %y) {
  %r = select i1 %c, double %x, double %y
  ret double %r
}
define double @tgt_ninf_added(i1 %c, double %x, double %y) {
  %r = select ninf i1 %c, double %x, double %y
  ret double %r
}

; expect: refines ; the same addition either way
define half @src_common_operation(i1 noundef %c, half noundef %x, half noundef %y, half noundef %z) {
  %a = fadd half %x, %y
  %b = fadd half %x, %z
  %r = select i1 %c, half %a, half %b
  ret half %r
}
define half @tgt_common_operation(i1 noundef %c, half noundef %x, half noundef %y, half noundef %z) {
  %s = select i1 %c, half %y, half %z
  %r = fadd half %x, %s
  ret half %r
}

; expect: counterexample value-mismatch ; one arm was a difference
define double @src_uncommon_operation(i1 %c, double %x, double %y, double %z) {
  %a = fadd double %x, %y
  %b = fsub double %x, %z
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define double @tgt_uncommon_operation(i1 %c, double %x, double %y, double %z) {
  %s = select i1 %c, double %y, double %z
  %r = fadd double %x, %s
  ret double %r
}

; expect: counterexample value-mismatch ; -0 changes no number, but addition may change a NaN
define double @src_identity_in_one_arm(i1 %c, double %x, double %y) {
  %a = fadd double %x, %y
  %r = select i1 %c, double %a, double %x
  ret double %r
}
define double @tgt_identity_in_one_arm(i1 %c, double %x, double %y) {
  %s = select i1 %c, double %y, double -0.0
  %r = fadd double %x, %s
  ret double %r
}

; expect: refines ; -0 changes no number
define half @src_identity_in_one_arm_nnan(i1 noundef %c, half noundef %x, half noundef %y) {
  %a = fadd half %x, %y
  %r = select nnan i1 %c, half %a, half %x
  ret half %r
}
define half @tgt_identity_in_one_arm_nnan(i1 noundef %c, half noundef %x, half noundef %y) {
  %s = select i1 %c, half %y, half -0.0
  %r = fadd half %x, %s
  ret half %r
}

; expect: counterexample more-poisonous ; a merged NaN becomes poison
define half @src_merged_nnan(i1 %c, half %x, half %y) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi half [ %x, %entry ], [ %y, %then ]
  ret half %r
}
define half @tgt_merged_nnan(i1 %c, half %x, half %y) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi nnan half [ %x, %entry ], [ %y, %then ]
  ret half %r
}

; expect: refines ; a merged zero may be read with either sign
define half @src_merged_nsz(i1 noundef %c, half noundef %x) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi nsz half [ 0.0, %entry ], [ %x, %then ]
  ret half %r
}
define half @tgt_merged_nsz(i1 noundef %c, half noundef %x) {
  %r = select i1 %c, half %x, half -0.0
  ret half %r
}

; expect: counterexample value-mismatch ; the zero has changed its sign
define half @src_merged(i1 noundef %c, half noundef %x) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi half [ 0.0, %entry ], [ %x, %then ]
  ret half %r
}
define half @tgt_merged(i1 noundef %c, half noundef %x) {
  %r = select i1 %c, half %x, half -0.0
  ret half %r
}
