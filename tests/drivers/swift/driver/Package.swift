// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "sortid-driver",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "sortid", path: "../../../..")
    ],
    targets: [
        .executableTarget(name: "sortid-driver", dependencies: [.product(name: "Sortid", package: "sortid")])
    ],
    swiftLanguageModes: [.v6]
)
