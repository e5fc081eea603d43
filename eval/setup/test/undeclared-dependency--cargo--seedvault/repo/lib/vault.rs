mod blob;

pub use blob::{pack, unpack};
