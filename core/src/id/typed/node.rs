//! Reading the node of newtypes without a field of that name.

macro_rules! node {
    ($name:ident) => {
        impl $name {
            /// Returns the node, which the option [`node`](crate::Options::node) sets. Its width is
            /// that of the format's default layout.
            #[inline]
            pub const fn node(self) -> u64 {
                const PLACE: crate::codec::value::Place = match ROW.layout.node {
                    Some(node) => node.place,
                    None => panic!("a format without a node"),
                };
                PLACE.read(self.value()) as u64
            }
        }
    };
}
pub(crate) use node;
