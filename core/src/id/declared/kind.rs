//! Declared types of ids as Rust types.

use crate::formats::options::Options;
use crate::id::typed::TypedId;

/// A declared type of ids, for [`TypeId`](crate::TypeId): a format, a prefix, and the options that
/// say how the ids are read.
///
/// [`id_type!`](crate::id_type!) declares one. The type of the rows may be the kind of their ids:
///
/// ```
/// use sortid::{AnyUuid, IdKind, TypeId};
///
/// struct Order {
///     id: TypeId<Order>,
/// }
///
/// impl IdKind for Order {
///     type Id = AnyUuid;
///     const PREFIX: Option<&'static str> = Some("order");
/// }
///
/// let order = Order { id: "order_01fwhe4ydgfk1shh6w1g60eecf".parse()? };
/// assert_eq!(order.id.timestamp()?.to_string(), "2022-02-22T19:22:22Z");
/// # Ok::<(), sortid::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares no type of ids",
    note = "declare one with `sortid::id_type!`, or implement `sortid::IdKind`"
)]
pub trait IdKind: 'static {
    /// The newtype of the format. [`AnyUuid`](crate::AnyUuid) with a prefix is a TypeID: every UUID
    /// is read, and version 7 is generated.
    type Id: TypedId;

    /// The prefix of the texts, checked at compile time; `None` for texts without. `Some("")` is a
    /// TypeID without prefix.
    const PREFIX: Option<&'static str> = None;

    /// The options that say how the ids are read, such as an epoch. Options of generators alone are
    /// rejected at compile time.
    const OPTIONS: Options = Options::new();
}

/// Declares a type of ids: a kind without values, and an alias of [`TypeId`](crate::TypeId).
///
/// A declaration without `format` is a TypeID, of the format [`AnyUuid`](crate::AnyUuid).
///
/// ```
/// use sortid::options::Epoch;
/// use sortid::{Options, Snowflake};
///
/// sortid::id_type!(pub type OrderId = TypeId<Order>, prefix = "order");
/// sortid::id_type! {
///     /// The id of a message.
///     pub type MessageId = TypeId<Message>,
///     format = Snowflake,
///     options = Options::new().epoch(Epoch::Discord)
/// }
///
/// let order: OrderId = "order_01fwhe4ydgfk1shh6w1g60eecf".parse()?;
/// assert_eq!(order.timestamp()?.to_string(), "2022-02-22T19:22:22Z");
/// let message: MessageId = "175928847299117063".parse()?;
/// assert_eq!(message.timestamp()?.to_string(), "2016-04-30T11:18:25.796Z");
/// # Ok::<(), sortid::Error>(())
/// ```
///
/// An invalid prefix, and a format that takes none, are rejected at compile time:
///
/// ```compile_fail,E0080
/// sortid::id_type!(type OrderId = TypeId<Order>, prefix = "Order");
/// ```
///
/// ```compile_fail,E0080
/// sortid::id_type!(type OrderId = TypeId<Order>, format = sortid::PushId, prefix = "order");
/// ```
///
/// ```compile_fail,E0080
/// use sortid::{Options, Tid};
///
/// sortid::id_type!(type PostId = TypeId<Post>, format = Tid, options = Options::new().node(3));
/// ```
#[macro_export]
macro_rules! id_type {
    (
        $(#[$meta:meta])* $visible:vis type $name:ident = TypeId<$kind:ident>,
        prefix = $prefix:expr $(,)?
    ) => {
        $crate::id_type! {
            $(#[$meta])* $visible type $name = TypeId<$kind>,
            format = $crate::AnyUuid, prefix = $prefix
        }
    };
    (
        $(#[$meta:meta])* $visible:vis type $name:ident = TypeId<$kind:ident>, format = $id:ty
        $(, prefix = $prefix:expr)? $(, options = $options:expr)? $(,)?
    ) => {
        #[doc = concat!("The declared type of [`", stringify!($name), "`].")]
        $visible enum $kind {}

        impl $crate::IdKind for $kind {
            type Id = $id;
            $(const PREFIX: ::core::option::Option<&'static str> =
                ::core::option::Option::Some($prefix);)?
            $(const OPTIONS: $crate::Options = $options;)?
        }

        #[doc = concat!("An id of the type [`", stringify!($kind), "`].")]
        $(#[$meta])*
        $visible type $name = $crate::TypeId<$kind>;

        // Checks the declaration here: an associated constant is evaluated only if used.
        const _: &$crate::IdType = <$name as $crate::TypedId>::TYPE;
    };
}
