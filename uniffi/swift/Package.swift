// swift-tools-version: 6.0

import PackageDescription

/// A release names the XCFramework of uniffi/swift/xcframework here: its address and its checksum.
let release: (url: String, checksum: String)? = nil

/// The library's functions in C: an XCFramework that was built here or released, or the library that the linker is told of.
let (functions, settings): (Target, [LinkerSetting]) =
    if let local = Context.environment["SORTID_XCFRAMEWORK"] {
        (.binaryTarget(name: "sortidFFI", path: local), [])
    } else if let release {
        (.binaryTarget(name: "sortidFFI", url: release.url, checksum: release.checksum), [])
    } else {
        (.systemLibrary(name: "sortidFFI"), [.linkedLibrary("sortid_uniffi")])
    }

let package = Package(
    name: "sortid",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Sortid", targets: ["Sortid"])
    ],
    targets: [
        functions,
        // What UniFFI generates.
        .target(name: "SortidGlue", dependencies: ["sortidFFI"], linkerSettings: settings),
        .target(
            name: "Sortid",
            dependencies: ["SortidGlue", "sortidFFI"],
            resources: [.copy("PrivacyInfo.xcprivacy")]
        ),
        .testTarget(name: "SortidTests", dependencies: ["Sortid", "SortidGlue"]),
    ],
    swiftLanguageModes: [.v6]
)
