//! The part of the library `zstd` that containers use, where it cannot be compiled: in a browser,
//! which has no files either. Everything fails.

pub(crate) mod bulk {
    use std::io;
    use std::marker::PhantomData;

    pub(crate) struct Compressor<'a>(PhantomData<&'a ()>);

    impl Compressor<'_> {
        pub(crate) fn new(_level: i32) -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(crate) fn compress_to_buffer(
            &mut self,
            _: &[u8],
            _: &mut Vec<u8>,
        ) -> io::Result<usize> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    pub(crate) struct Decompressor<'a>(PhantomData<&'a ()>);

    impl Decompressor<'_> {
        pub(crate) fn new() -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(crate) fn decompress_to_buffer<B: ?Sized>(
            &mut self,
            _: &[u8],
            _: &mut B,
        ) -> io::Result<usize> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }
}

pub(crate) mod zstd_safe {
    /// The bound of the library.
    pub(crate) fn compress_bound(length: usize) -> usize {
        length + (length >> 8) + 64
    }
}
