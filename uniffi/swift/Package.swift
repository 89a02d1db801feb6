// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "sortid",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Sortid", targets: ["Sortid"])
    ],
    targets: [
        // The library's functions in C; the linker is told where the library lies.
        .systemLibrary(name: "sortidFFI"),
        // What UniFFI generates.
        .target(
            name: "SortidGlue",
            dependencies: ["sortidFFI"],
            linkerSettings: [.linkedLibrary("sortid_uniffi")]
        ),
        .target(
            name: "Sortid",
            dependencies: ["SortidGlue", "sortidFFI"],
            resources: [.copy("PrivacyInfo.xcprivacy")]
        ),
        .testTarget(name: "SortidTests", dependencies: ["Sortid", "SortidGlue"]),
    ],
    swiftLanguageModes: [.v6]
)
