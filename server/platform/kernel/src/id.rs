/// Declares a typed id: a UUIDv7, so that ids sort by the time they were made (RFC 9562).
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            $crate::macro_support::serde::Serialize,
            $crate::macro_support::serde::Deserialize,
            $crate::macro_support::sqlx_macros::Type,
            $crate::macro_support::utoipa::ToSchema,
        )]
        #[serde(crate = "kernel::macro_support::serde", transparent)]
        #[sqlx(transparent)]
        #[schema(value_type = String, format = "uuid")]
        pub struct $name(pub $crate::Uuid);

        impl $name {
            /// Creates an id for something created at `at`.
            pub fn new(at: $crate::Timestamp) -> Self {
                Self($crate::uuid_v7(at))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::macro_support::uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

/// Returns a UUIDv7 for the moment `at`, with random bits after its millisecond.
pub fn uuid_v7(at: crate::Timestamp) -> uuid::Uuid {
    let micros = at.micros().max(0) as u64;
    let seconds = micros / 1_000_000;
    let nanos = (micros % 1_000_000) as u32 * 1_000;
    uuid::Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, seconds, nanos))
}

#[cfg(test)]
mod tests {
    use crate::{Timestamp, UserId};

    #[test]
    fn ids_sort_by_the_time_they_were_made() {
        let earlier = UserId::new(Timestamp::from_micros(1_700_000_000_000_000));
        let later = UserId::new(Timestamp::from_micros(1_700_000_000_002_000));
        assert!(earlier < later);
    }

    #[test]
    fn an_id_is_its_uuid_in_json() {
        let id: UserId = "01890a5d-ac96-774b-bcce-b302099a8057".parse().unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"01890a5d-ac96-774b-bcce-b302099a8057\"");
    }
}
