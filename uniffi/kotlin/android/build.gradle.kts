// The AAR: the sources of the Kotlin module, and the native libraries that ./libraries has built into src/main/jniLibs.
//
// Untested: there is no Android SDK where the suite runs. See docs/mobile.md.

plugins {
    id("com.android.library") version "9.0.0"
    `maven-publish`
}

group = "io.github.sortid"
// <generated: version>
version = "0.1.0"
// </generated>

android {
    namespace = "sortid"
    compileSdk = 36

    defaultConfig {
        // Required by java.time and java.nio.file.
        minSdk = 26
        consumerProguardFiles("consumer-rules.pro")
    }

    sourceSets["main"].kotlin.srcDir("../src/main/kotlin")

    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_11
        targetCompatibility = JavaVersion.VERSION_11
    }

    publishing {
        singleVariant("release") {
            withSourcesJar()
        }
    }
}

dependencies {
    // Only the AAR of JNA contains its native library for Android.
    implementation("net.java.dev.jna:jna:5.19.1@aar")
    // Optional: programs that use the integrations add these dependencies.
    compileOnly("com.fasterxml.jackson.core:jackson-annotations:2.22")
    compileOnly("com.google.code.gson:gson:2.15.0")
    compileOnly("org.jetbrains.kotlinx:kotlinx-serialization-core:1.8.1")
    compileOnly("io.micronaut:micronaut-core:4.10.37")
    compileOnly("org.crac:crac:1.5.0")
    compileOnly("org.mongodb:bson:5.14.0")
}

publishing {
    publications {
        register<MavenPublication>("release") {
            artifactId = "sortid-android"
            afterEvaluate {
                from(components["release"])
            }
        }
    }
}
