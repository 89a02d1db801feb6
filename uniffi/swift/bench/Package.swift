// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "sortid-bench",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "..")
    ],
    targets: [
        .executableTarget(name: "sortid-bench", dependencies: [.product(name: "Sortid", package: "swift")])
    ],
    swiftLanguageModes: [.v6]
)
