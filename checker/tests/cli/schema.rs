//! As much of JSON Schema as the published schemas use.

use serde_json::Value;

/// Panics unless the value follows the schema that its `schema` member names.
pub fn validate(value: &Value) {
    let text = match value["schema"].as_str() {
        Some("llvet.check/1") => include_str!("../../schemas/check-1.schema.json"),
        Some("llvet.corpus/1") => include_str!("../../schemas/corpus-1.schema.json"),
        Some("llvet.supported/1") => include_str!("../../schemas/supported-1.schema.json"),
        Some("llvet.verify/1") => include_str!("../../schemas/verify-1.schema.json"),
        Some("llvet.run/1") => include_str!("../../schemas/run-1.schema.json"),
        Some("llvet.mutate/1") => include_str!("../../schemas/mutate-1.schema.json"),
        Some("llvet.flags/1") => include_str!("../../schemas/flags-1.schema.json"),
        other => panic!("unknown schema {other:?}"),
    };
    let root: Value = serde_json::from_str(text).expect("the schema is JSON");
    if let Err(problem) = conforms(value, &root, &root) {
        panic!("{problem}\nin {value:#}");
    }
}

fn conforms(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        let good = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let pointer = rule.as_str().and_then(|r| r.strip_prefix('#')).expect("a local reference");
                conforms(value, root.pointer(pointer).expect("the reference leads somewhere"), root)?;
                true
            }
            "const" => value == rule,
            "enum" => list(rule).contains(value),
            "oneOf" => list(rule).iter().filter(|s| conforms(value, s, root).is_ok()).count() == 1,
            "type" => match rule {
                Value::Array(names) => names.iter().any(|n| has_type(value, n)),
                name => has_type(value, name),
            },
            "minimum" => value.as_f64().is_none_or(|v| rule.as_f64().is_some_and(|m| v >= m)),
            "minLength" => value.as_str().is_none_or(|v| v.len() as u64 >= number(rule)),
            "minItems" => value.as_array().is_none_or(|v| v.len() as u64 >= number(rule)),
            "maxItems" => value.as_array().is_none_or(|v| v.len() as u64 <= number(rule)),
            "required" => value.is_null() || list(rule).iter().all(|k| value.get(k.as_str().expect("a name")).is_some()),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    conforms(item, rule, root).map_err(|e| format!("[{index}]{e}"))?;
                }
                true
            }
            "properties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(name) {
                        conforms(member, rule, root).map_err(|e| format!(".{name}{e}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(rule, &Value::Bool(false), "only false is used");
                value.as_object().into_iter().flatten().all(|(name, _)| schema["properties"].get(name).is_some())
            }
            other => panic!("the schemas use {other}, which this check does not know"),
        };
        if !good {
            return Err(format!(": {value} breaks {keyword} {rule}"));
        }
    }
    Ok(())
}

fn list(rule: &Value) -> &Vec<Value> {
    rule.as_array().expect("a list")
}

fn number(rule: &Value) -> u64 {
    rule.as_u64().expect("a number")
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        other => panic!("unknown type {other:?}"),
    }
}

#[test]
fn the_check_itself_can_fail() {
    let good = serde_json::json!({"schema": "llvet.run/1", "outcomes": ["i8 1"]});
    validate(&good);
    let bad = serde_json::json!({"schema": "llvet.run/1", "outcomes": [1]});
    assert!(std::panic::catch_unwind(|| validate(&bad)).is_err());
}
