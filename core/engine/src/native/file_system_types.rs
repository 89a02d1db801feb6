//! The file systems of Linux by their magic numbers, as `fstatfs` returns them.

use crate::sys::FileSystem;

/// File systems whose pages and locks all processes of this kernel share. From
/// `include/uapi/linux/magic.h` unless a source is given.
///
/// Excludes file systems that another machine may have mounted as well, and stacked ones with pages
/// of their own (eCryptfs, aufs). overlayfs shares the underlying file, and requires a local file
/// system for written files.
const LOCAL: [u32; 20] = [
    0xef53,      // ext2, ext3, ext4
    0x5846_5342, // XFS
    0x9123_683e, // Btrfs
    0xf2f5_2010, // F2FS
    0x0102_1994, // tmpfs
    0x8584_58f6, // ramfs
    0x794c_7630, // overlayfs
    0x3434,      // NILFS2
    0x5265_4973, // ReiserFS
    0x72b6,      // JFFS2
    0x4d44,      // FAT
    0x2011_bab0, // exFAT
    0x1501_3346, // UDF
    0x2fc1_2fc1, // ZFS: OpenZFS, include/sys/fs/zfs.h
    0xca45_1a4e, // bcachefs: fs/bcachefs/bcachefs_format.h
    0x3153_464a, // JFS: fs/jfs/jfs_superblock.h
    0x2405_1905, // UBIFS: fs/ubifs/ubifs.h
    0x7366_746e, // NTFS: fs/ntfs3/super.c
    0x482b,      // HFS+: fs/hfsplus/hfsplus_raw.h
    0x5dca_2df5, // sdcardfs: Android's fs/sdcardfs/sdcardfs.h
];

/// Network file systems, and those passed through from a host, by name. From `magic.h` and GNU's
/// `stat`.
const REMOTE: [(u32, &str); 21] = [
    (0x6969, "nfs"),
    (0x517b, "smb"),
    (0xff53_4d42, "cifs"),
    (0xfe53_4d42, "smb2"),
    (0x6573_5546, "fuse"),
    (0x0102_1997, "9p"),
    (0x00c3_6400, "ceph"),
    (0x5346_414f, "afs"),
    (0x6b41_4653, "afs"),
    (0x7375_7245, "coda"),
    (0x786f_4256, "vboxsf"),
    (0x0116_1970, "gfs2"),
    (0x7461_636f, "ocfs2"),
    (0x0bd0_0bd0, "lustre"),
    (0x4750_4653, "gpfs"),
    (0x1983_0326, "beegfs"),
    (0xaad7_aaea, "panfs"),
    (0xbacb_acbc, "vmhgfs"),
    (0x6163_6673, "acfs"),
    (0xa501_fcf5, "vxfs"),
    (0x2003_0528, "orangefs"),
];

/// Classifies a file system. An unlisted one counts as remote.
pub(super) fn classify(magic: u32) -> FileSystem {
    if LOCAL.contains(&magic) {
        return FileSystem::Local;
    }
    let remote = REMOTE.iter().find(|(number, _)| *number == magic);
    remote.map_or(FileSystem::Unknown(magic), |(_, name)| {
        FileSystem::Remote(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_file_systems_are_local() {
        for (magic, expected) in [
            (0xef53, FileSystem::Local),
            (0x9123_683e, FileSystem::Local),
            (0x6969, FileSystem::Remote("nfs")),
            (0, FileSystem::Unknown(0)),
            (u32::MAX, FileSystem::Unknown(u32::MAX)),
        ] {
            assert_eq!(classify(magic), expected, "{magic:#x}");
        }
    }
}
