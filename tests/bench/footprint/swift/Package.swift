// swift-tools-version: 6.0

import PackageDescription

let sortid: Target.Dependency = .product(name: "Sortid", package: "sortid")

let package = Package(
    name: "footprint",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "sortid", path: "../../../..")
    ],
    targets: [
        .executableTarget(name: "ours", dependencies: [sortid]),
        .executableTarget(name: "theirs"),
        .executableTarget(name: "memory", dependencies: [sortid]),
    ],
    swiftLanguageModes: [.v6]
)
