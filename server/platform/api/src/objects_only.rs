//! Reads objects from objects only. What derives `Deserialize` would also be read from a list, field by field, at any
//! depth: `["Ana"]` for `{"name":"Ana"}`.

use std::fmt;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};

/// Reads a value from JSON. The error names the field.
pub fn read_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    let value = serde_path_to_error::deserialize(ObjectsOnly(&mut reader));
    let value = value.map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(value)
}

/// Reads a value from parsed JSON. The error names the field.
pub fn read_value<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, String> {
    serde_path_to_error::deserialize(ObjectsOnly(value)).map_err(|error| error.to_string())
}

/// A deserializer, or what one hands out, that passes its rule on.
struct ObjectsOnly<T>(T);

/// A visitor that passes the rule on.
struct Visit<V> {
    visitor: V,
    takes_lists: bool,
}

impl<V> Visit<V> {
    fn any(visitor: V) -> Self {
        Self { visitor, takes_lists: true }
    }

    fn object(visitor: V) -> Self {
        Self { visitor, takes_lists: false }
    }
}

/// Enums whose tag is one of their fields are read as anything, and say themselves by these words.
const TAGGED: &str = "internally tagged enum";

macro_rules! forward {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(Visit::any(visitor))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectsOnly<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let takes_lists = !Expected(&visitor).to_string().starts_with(TAGGED);
        self.0.deserialize_any(Visit { visitor, takes_lists })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, Visit::object(visitor))
    }

    forward! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
        deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_option deserialize_unit
        deserialize_seq deserialize_map deserialize_identifier deserialize_ignored_any
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_unit_struct(name, Visit::any(visitor))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, Visit::any(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(len, Visit::any(visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple_struct(name, len, Visit::any(visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, Visit::any(visitor))
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// What a visitor expects, in its own words.
struct Expected<'a, V>(&'a V);

impl<'de, V: Visitor<'de>> fmt::Display for Expected<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }
}

macro_rules! visit {
    ($($method:ident $type:ty,)*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.visitor.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Visit<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        if !self.takes_lists {
            return Err(Error::invalid_type(Unexpected::Seq, &self));
        }
        self.visitor.visit_seq(ObjectsOnly(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(ObjectsOnly(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_enum(ObjectsOnly(data))
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(ObjectsOnly(value))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(ObjectsOnly(value))
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    visit! {
        visit_bool bool, visit_i8 i8, visit_i16 i16, visit_i32 i32, visit_i64 i64, visit_i128 i128, visit_u8 u8,
        visit_u16 u16, visit_u32 u32, visit_u64 u64, visit_u128 u128, visit_f32 f32, visit_f64 f64, visit_char char,
        visit_str &str, visit_borrowed_str &'de str, visit_string String, visit_bytes &[u8],
        visit_borrowed_bytes &'de [u8], visit_byte_buf Vec<u8>,
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for ObjectsOnly<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(ObjectsOnly(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for ObjectsOnly<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(ObjectsOnly(seed))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(ObjectsOnly(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for ObjectsOnly<A> {
    type Error = A::Error;
    type Variant = ObjectsOnly<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, variant) = self.0.variant_seed(ObjectsOnly(seed))?;
        Ok((value, ObjectsOnly(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for ObjectsOnly<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(ObjectsOnly(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, Visit::any(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, Visit::object(visitor))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for ObjectsOnly<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(ObjectsOnly(value))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Person {
        name: String,
        pets: Vec<Pet>,
        home: Option<Home>,
        at: (i32, i32),
        more: Value,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Home {
        city: String,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Pet {
        Cat { name: String },
        Dog {},
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Way {
        On,
        Along { road: String },
        To(Home),
    }

    fn is_read<T: DeserializeOwned>(value: &Value) -> bool {
        let read = read_json::<T>(value.to_string().as_bytes()).is_ok();
        assert_eq!(read, read_value::<T>(value).is_ok(), "{value}");
        read
    }

    #[test]
    fn objects_are_read_as_ever() {
        let whole = json!({
            "name": "Ana", "pets": [{ "kind": "cat", "name": "Mia" }, { "kind": "dog" }],
            "home": { "city": "Oslo" }, "at": [1, 2], "more": [[1], { "a": [] }],
        });
        let read: Person = read_value(&whole).unwrap();
        assert_eq!(read, serde_json::from_value::<Person>(whole.clone()).unwrap());
        assert!(is_read::<Person>(&whole));
        assert!(is_read::<Person>(&json!({ "home": null })));
        for way in
            [json!("on"), json!({ "along": { "road": "a" } }), json!({ "to": { "city": "b" } })]
        {
            assert!(is_read::<Way>(&way), "{way}");
        }
        assert!(is_read::<Vec<String>>(&json!(["Ana"])));
        assert!(is_read::<Value>(&json!(["Ana"])));
    }

    #[test]
    fn a_list_is_no_object_at_any_depth() {
        for list in [
            json!([]),
            json!(["Ana"]),
            json!({ "home": ["Oslo"] }),
            json!({ "home": [] }),
            json!({ "pets": [["cat", { "name": "Mia" }]] }),
            json!({ "pets": [["dog", {}]] }),
            json!({ "pets": [["dog"]] }),
        ] {
            assert!(!is_read::<Person>(&list), "{list}");
        }
        for list in [json!({ "along": ["a"] }), json!({ "to": ["b"] }), json!(["on"])] {
            assert!(!is_read::<Way>(&list), "{list}");
        }
    }

    #[test]
    fn an_error_names_the_field() {
        let error = read_json::<Person>(br#"{"home":{"city":7}}"#).unwrap_err();
        assert!(error.starts_with("home.city: invalid type"), "{error}");
        assert!(read_json::<Person>(br#"{} {}"#).is_err());
    }
}
