// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "sortid-bench",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "sortid", path: "../../..")
    ],
    targets: [
        .executableTarget(name: "sortid-bench", dependencies: [.product(name: "Sortid", package: "sortid")])
    ],
    swiftLanguageModes: [.v6]
)
