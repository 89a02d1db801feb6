// swift-tools-version: 6.0

// The Swift package, at the root because an address of a repository reaches no other place. What it is made of lies in uniffi/swift.

import PackageDescription

let sources = "uniffi/swift/Sources"

/// A release names the XCFramework of uniffi/swift/xcframework here: its address and its checksum.
let release: (url: String, checksum: String)? = nil

/// The library's functions in C.
let functions: Target = {
    if let local = Context.environment["SORTID_XCFRAMEWORK"] {
        return .binaryTarget(name: "sortidFFI", path: local)
    }
    #if canImport(Darwin)
        if let release {
            return .binaryTarget(name: "sortidFFI", url: release.url, checksum: release.checksum)
        }
    #endif
    // What `cargo run -p sortid-install -- --swift` has installed.
    return .systemLibrary(name: "sortidFFI", path: "\(sources)/sortidFFI", pkgConfig: "sortid-swift")
}()

let package = Package(
    name: "sortid",
    // Those for which there are binaries.
    platforms: [.macOS(.v12), .iOS(.v15)],
    products: [
        .library(name: "Sortid", targets: ["Sortid"])
    ],
    targets: [
        functions,
        // What UniFFI generates.
        .target(name: "SortidGlue", dependencies: ["sortidFFI"], path: "\(sources)/SortidGlue"),
        .target(
            name: "Sortid",
            dependencies: ["SortidGlue", "sortidFFI"],
            path: "\(sources)/Sortid",
            resources: [.copy("PrivacyInfo.xcprivacy")]
        ),
        .testTarget(
            name: "SortidTests", dependencies: ["Sortid", "SortidGlue"], path: "uniffi/swift/Tests/SortidTests"),
    ],
    swiftLanguageModes: [.v6]
)
